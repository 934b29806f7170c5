package org.speedwell.streaming.chain;

import java.lang.invoke.MethodHandles;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.HiddenClassCopy;
import org.speedwell.streaming.engine.Stage;
import org.speedwell.streaming.keyed.Results;
import org.speedwell.streaming.keyed.SideOutput;
import org.speedwell.streaming.state.Collector;

/**
 * An operation that runs on an event on the sender's thread. It has one stage for each tasklet that it is a part of.
 * These stages have a class that no other operation has.
 */
@FunctionalInterface
public interface Step {
    /** Creates a stage that passes its results to the next stage. */
    Stage<Object> before(Stage<Object> next);

    static Step filter(Failures failures, String place, Predicate<Object> predicate) {
        HiddenClassCopy copy = HiddenClassCopy.of(MethodHandles.lookup(), FilterStage.class);
        return next -> copy.make(next, failures, place, predicate);
    }

    static Step map(Failures failures, String place, Function<Object, ?> function) {
        HiddenClassCopy copy = HiddenClassCopy.of(MethodHandles.lookup(), MapStage.class);
        return next -> copy.make(next, failures, place, function);
    }

    static Step flatMap(Failures failures, String place, Function<Object, ? extends Stream<?>> function) {
        HiddenClassCopy copy = HiddenClassCopy.of(MethodHandles.lookup(), FlatMapStage.class);
        return next -> copy.make(next, failures, place, function);
    }

    static Step mapMulti(
            Failures failures,
            LongAdder late,
            String place,
            BiConsumer<Object, Results<Object>> function,
            Set<SideOutput<?>> sides) {
        HiddenClassCopy copy = HiddenClassCopy.of(MethodHandles.lookup(), MapMultiStage.class);
        return next -> copy.make(next, failures, place, function, new Collector<>(sides, late));
    }

    /** Returns the step that keeps the events of one output, which is a side output or null for the results. */
    static Step output(@Nullable SideOutput<?> side) {
        HiddenClassCopy copy = HiddenClassCopy.of(MethodHandles.lookup(), OutputStage.class);
        return next -> copy.make(next, side);
    }

    static Step enrich(
            Failures failures,
            String place,
            Function<Object, Optional<Object>> row,
            BiFunction<Object, Optional<Object>, ?> function) {
        HiddenClassCopy copy = HiddenClassCopy.of(MethodHandles.lookup(), EnrichStage.class);
        return next -> copy.make(next, failures, place, row, function);
    }

    /** Returns a function that joins two stages to one, which passes each event to the first and then to the second. */
    static BinaryOperator<Stage<Object>> fork() {
        HiddenClassCopy copy = HiddenClassCopy.of(MethodHandles.lookup(), ForkStage.class);
        return (first, second) -> copy.make(first, second);
    }
}
