package org.speedwell.streaming.chain;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Stage;

/** A stage that maps each event together with a row that it looks up for the event. */
final class EnrichStage implements Stage<Object> {
    private final Stage<Object> next;
    private final Failures failures;
    private final String place;
    private final Function<Object, Optional<Object>> row;
    private final BiFunction<Object, Optional<Object>, ?> function;

    EnrichStage(
            Stage<Object> next,
            Failures failures,
            String place,
            Function<Object, Optional<Object>> row,
            BiFunction<Object, Optional<Object>, ?> function) {
        this.next = next;
        this.failures = failures;
        this.place = place;
        this.row = row;
        this.function = function;
    }

    @Override
    public void accept(Object event, long time) {
        Object enriched;
        try {
            enriched = requireNonNull(function.apply(event, row.apply(event)), "The function returned null.");
        } catch (Throwable e) {
            failures.report(place, event, e);
            return;
        }
        next.accept(enriched, time);
    }
}
