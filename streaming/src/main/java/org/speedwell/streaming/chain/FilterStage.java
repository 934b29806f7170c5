package org.speedwell.streaming.chain;

import java.util.function.Predicate;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Stage;

/** A stage that passes on the events that match. */
final class FilterStage implements Stage<Object> {
    private final Stage<Object> next;
    private final Failures failures;
    private final String place;
    private final Predicate<Object> predicate;

    FilterStage(Stage<Object> next, Failures failures, String place, Predicate<Object> predicate) {
        this.next = next;
        this.failures = failures;
        this.place = place;
        this.predicate = predicate;
    }

    @Override
    public void accept(Object event, long time) {
        boolean matches;
        try {
            matches = predicate.test(event);
        } catch (Throwable e) {
            failures.report(place, event, e);
            return;
        }
        if (matches) {
            next.accept(event, time);
        }
    }
}
