package org.speedwell.streaming;

import java.util.concurrent.atomic.LongAdder;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Output;
import org.speedwell.streaming.engine.Tagged;
import org.speedwell.streaming.pane.LateEvents;

/** The counters of events that are in no result, and the handling of exceptions from user functions. Thread-safe. */
final class FailureCounters implements Failures {
    private final boolean skipsFailures;
    private final LongAdder late = new LongAdder();
    private final LongAdder skipped = new LongAdder();
    private final LongAdder evicted = new LongAdder();

    FailureCounters(JobOptions options) {
        this.skipsFailures = options.skipsFailures();
    }

    /**
     * Returns the receiver of the late events of windows. It counts them, and passes them to the handler and to the
     * side output if there are any.
     */
    @SuppressWarnings("unchecked") // the next stage separates the side output from the results
    LateEvents lateEvents(Operation.Aggregation of) {
        return (batch, i, watermark, output) -> {
            late.add(batch.count(i));
            Object event = batch.events.length == 0 ? null : batch.events[i];
            if (of.onLate() != null && event != null) {
                try {
                    of.onLate().accept(event);
                } catch (Throwable e) {
                    report("the handler of late events", event, e);
                }
            }
            Tagged tagged = event == null ? null : of.late(event, batch.times[i]);
            if (tagged != null) {
                ((Output<Object>) output).send(tagged, watermark);
            }
        };
    }

    @Override
    public void report(String place, Object given, Throwable cause) {
        if (!skipsFailures || cause instanceof Error) {
            throw new JobException(place, given, cause);
        }
        skipped.increment();
    }

    @Override
    public RuntimeException fatal(String place, Object given, Throwable cause) {
        return new JobException(place, given, cause);
    }

    /** Returns the counter of late events. */
    LongAdder lateCounter() {
        return late;
    }

    long late() {
        return late.sum();
    }

    long skipped() {
        return skipped.sum();
    }

    /** Returns the counter of evicted keys. */
    LongAdder evicted() {
        return evicted;
    }
}
