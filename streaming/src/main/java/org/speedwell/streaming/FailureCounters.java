package org.speedwell.streaming;

import java.util.concurrent.atomic.LongAdder;
import org.speedwell.streaming.engine.Failures;
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
     * Returns the receiver of the late events of windows. It counts them, and passes them to the handler if there is
     * one.
     */
    LateEvents lateEvents(Operation.Aggregation of) {
        return (batch, i) -> {
            late.add(batch.count(i));
            if (of.onLate() != null) {
                Object event = batch.events[i];
                try {
                    of.onLate().accept(event);
                } catch (Throwable e) {
                    report("the handler of late events", event, e);
                }
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
