package org.speedwell.streaming.chain;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Stage;

/** A stage that passes on all results of a function of each event. */
final class FlatMapStage implements Stage<Object> {
    private final Stage<Object> next;
    private final Failures failures;
    private final String place;
    private final Function<Object, ? extends Stream<?>> function;

    FlatMapStage(Stage<Object> next, Failures failures, String place, Function<Object, ? extends Stream<?>> function) {
        this.next = next;
        this.failures = failures;
        this.place = place;
        this.function = function;
    }

    @Override
    public void accept(Object event, long time) {
        List<?> mapped;
        try (Stream<?> stream = function.apply(event)) {
            mapped = List.copyOf(stream.toList());
        } catch (Throwable e) {
            failures.report(place, event, e);
            return;
        }
        for (Object each : mapped) {
            next.accept(each, time);
        }
    }
}
