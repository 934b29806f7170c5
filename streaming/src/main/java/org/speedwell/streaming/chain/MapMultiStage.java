package org.speedwell.streaming.chain;

import java.util.function.BiConsumer;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Stage;
import org.speedwell.streaming.keyed.Results;
import org.speedwell.streaming.state.Collector;

/** A stage that passes on all results that a function sends for each event. */
final class MapMultiStage implements Stage<Object> {
    private final Stage<Object> next;
    private final Failures failures;
    private final String place;
    private final BiConsumer<Object, Results<Object>> function;
    private final Collector<Object> results;

    MapMultiStage(
            Stage<Object> next,
            Failures failures,
            String place,
            BiConsumer<Object, Results<Object>> function,
            Collector<Object> results) {
        this.next = next;
        this.failures = failures;
        this.place = place;
        this.function = function;
        this.results = results;
    }

    @Override
    public void accept(Object event, long time) {
        results.begin(time);
        results.setWatermarks(time, Batch.NO_WATERMARK); // an earlier time could be late for receivers
        try {
            function.accept(event, results);
        } catch (Throwable e) {
            results.clear();
            failures.report(place, event, e);
            return;
        }
        for (int i = 0; i < results.size(); i++) {
            next.accept(results.get(i), results.time(i));
        }
        results.finish();
    }
}
