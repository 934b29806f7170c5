package org.speedwell.streaming.chain;

import java.lang.invoke.MethodHandles;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.HiddenClassCopy;
import org.speedwell.streaming.engine.Stage;

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
