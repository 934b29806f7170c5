package org.speedwell.streaming;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.engine.Tagged;
import org.speedwell.streaming.keyed.Results;
import org.speedwell.streaming.keyed.SideOutput;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.window.Window;

/**
 * The operation of a vertex in a job's {@link Graph}, with the user's functions. {@link Events} and {@link Keyed} check
 * the types of the functions. Operations do not have them.
 */
public sealed interface Operation {

    /** An operation that sends the events of a source. */
    record Read(Source<Object> source, EventTime<Object> time) implements Operation {
        /** Returns whether receivers may have to continue without the watermark of the source. */
        boolean mayFallIdle() {
            return time.idleAfter() != null || source instanceof SplitSource; // such a source may have no split
        }
    }

    /** An operation that processes single events and keeps nothing. */
    sealed interface Stateless extends Operation permits Filter, Map, FlatMap, MapMulti, Enrich, Output {}

    /** An operation that keeps the events that match. */
    record Filter(Predicate<Object> predicate) implements Stateless {}

    /** An operation that creates one event from each event. */
    record Map(Function<Object, ?> function) implements Stateless {}

    /** An operation that creates any number of events from each event. */
    record FlatMap(Function<Object, ? extends Stream<?>> function) implements Stateless {}

    /** An operation that creates any number of events from each event, also for side outputs. */
    record MapMulti(BiConsumer<Object, Results<Object>> function, Set<SideOutput<?>> sides) implements Stateless {}

    /**
     * An operation that keeps the events of one output of the operation before it.
     *
     * @param side the side output, or null for the results
     */
    record Output(@Nullable SideOutput<?> side) implements Stateless {}

    /** An operation that creates an event from each event and its lookup result. */
    record Enrich(Function<Object, Optional<Object>> row, BiFunction<Object, Optional<Object>, ?> function)
            implements Stateless {}

    /** An operation that keeps a state for each key. Its inputs are grouped by the key. */
    sealed interface ByKey extends Operation permits Aggregation, StatefulMapping, HashJoin {}

    /**
     * An operation that aggregates windows.
     *
     * @param onLate receives late events, or null for no handler
     * @param lateOutput the side output of late events, or null for none
     * @param lateOthers the side output of late events of the second of two streams, or null for none
     * @param earlyPeriod the period of results of open windows, or null for none
     */
    record Aggregation(
            Window window,
            Aggregate<Object, ?, ?> aggregate,
            @Nullable Consumer<Object> onLate,
            @Nullable SideOutput<?> lateOutput,
            @Nullable SideOutput<?> lateOthers,
            @Nullable Duration earlyPeriod)
            implements ByKey {
        /** Returns whether the operation needs each late event, and not only their number. */
        boolean offersLateEvents() {
            return onLate != null || lateOutput != null || lateOthers != null;
        }

        /** Returns the item of a side output for a late event. Null if no side output takes the event. */
        @Nullable
        Tagged late(Object event, long time) {
            return event instanceof SidesAggregate.OtherSide(Object other)
                    ? late(lateOthers, other, time)
                    : late(lateOutput, event, time);
        }

        private static @Nullable Tagged late(@Nullable SideOutput<?> output, Object event, long time) {
            return output == null ? null : new Tagged(output, new LateEvent<>(event, time));
        }

        /** Returns the side outputs. */
        Set<SideOutput<?>> sides() {
            return Set.copyOf(List.of(LateEvent.outputs(lateOutput, lateOthers))); // both may be the same
        }
    }

    /**
     * An operation that maps each event with the state of its key.
     *
     * @param word the word for the operation in names
     * @param isOrdered true if results depend on the order in which the events of a key arrive
     * @param functions the user's functions, whose packages contain classes of the state
     */
    record StatefulMapping(
            String word, StatefulMap<Object, Object, ?, ?> map, boolean isOrdered, List<Object> functions)
            implements ByKey {}

    /**
     * An operation that joins each event of the second input with all rows of its key in the first input. It reads the
     * first input to its end before.
     */
    record HashJoin(BiFunction<Object, List<Object>, ?> function) implements ByKey {}

    /** An operation that gives events to a sink. */
    record Write(Sink<Object> sink) implements Operation {}

    /** Returns the word for the operation in names. */
    default String word() {
        return switch (this) {
            case Read read -> "source";
            case Filter filter -> "filter";
            case Map map -> "map";
            case FlatMap flatMap -> "flatMap";
            case MapMulti mapMulti -> "mapMulti";
            case Output output ->
                output.side() == null ? "results" : output.side().toString();
            case Enrich enrich -> "enrich";
            case Aggregation aggregation -> aggregation.window().toString();
            case StatefulMapping mapping -> mapping.word();
            case HashJoin join -> "hash join";
            case Write write -> "sink";
        };
    }
}
