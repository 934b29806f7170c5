package org.speedwell.streaming;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.window.Window;

/**
 * What a vertex of a job's {@link Graph} does, with the user's functions. What they take and give is seen to by
 * {@link Events} and {@link Keyed}, and is not told here.
 */
public sealed interface Operation {

    /** Gives the events of a source. */
    record Read(Source<Object> source, EventTime<Object> time) implements Operation {}

    /** What takes one event after the other and keeps nothing. */
    sealed interface Stateless extends Operation permits Filter, Map, FlatMap, Enrich {}

    /** Keeps the events that match. */
    record Filter(Predicate<Object> predicate) implements Stateless {}

    /** Makes an event of each. */
    record Map(Function<Object, ?> function) implements Stateless {}

    /** Makes any number of events of each. */
    record FlatMap(Function<Object, ? extends Stream<?>> function) implements Stateless {}

    /** Makes an event of each and of what is looked up for it. */
    record Enrich(Function<Object, Optional<Object>> row, BiFunction<Object, Optional<Object>, ?> function)
            implements Stateless {}

    /** What keeps a state for each key, and whose inputs are grouped by it. */
    sealed interface ByKey extends Operation permits Aggregation, StatefulMapping, HashJoin {}

    /**
     * Aggregates windows.
     *
     * @param onLate is given late events; null if nobody asks for them
     * @param earlyPeriod of results of windows that are open; null for none
     */
    record Aggregation(
            Window window,
            Aggregate<Object, ?, ?> aggregate,
            @Nullable Consumer<Object> onLate,
            @Nullable Duration earlyPeriod)
            implements ByKey {}

    /** Makes of each event what the state of its key makes of it. */
    record StatefulMapping(StatefulMap<Object, Object, ?, ?> map) implements ByKey {}

    /** Joins each event of the second input with all of its key of the first, which is read to its end before. */
    record HashJoin(BiFunction<Object, List<Object>, ?> function) implements ByKey {}

    /** Gives events to a sink. */
    record Write(Sink<Object> sink) implements Operation {}

    /** The word for it in names. */
    default String word() {
        return switch (this) {
            case Read read -> "source";
            case Filter filter -> "filter";
            case Map map -> "map";
            case FlatMap flatMap -> "flatMap";
            case Enrich enrich -> "enrich";
            case Aggregation aggregation -> aggregation.window().toString();
            case StatefulMapping mapping -> "stateful map";
            case HashJoin join -> "hash join";
            case Write write -> "sink";
        };
    }
}
