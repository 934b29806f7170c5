package org.speedwell.streaming.chain;

import static java.util.Objects.requireNonNull;

import java.util.function.Function;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Stage;

/** A stage that passes on the result of a function of each event. */
final class MapStage implements Stage<Object> {
    private final Stage<Object> next;
    private final Failures failures;
    private final String place;
    private final Function<Object, ?> function;

    MapStage(Stage<Object> next, Failures failures, String place, Function<Object, ?> function) {
        this.next = next;
        this.failures = failures;
        this.place = place;
        this.function = function;
    }

    @Override
    public void accept(Object event, long time) {
        Object mapped;
        try {
            mapped = requireNonNull(function.apply(event), "The function returned null.");
        } catch (Throwable e) {
            failures.report(place, event, e);
            return;
        }
        next.accept(mapped, time);
    }
}
