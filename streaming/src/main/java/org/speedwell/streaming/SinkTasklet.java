package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Inbox;
import org.speedwell.streaming.engine.Progress;
import org.speedwell.streaming.engine.Tasklet;

/** Gives events to a sink. */
final class SinkTasklet<T> implements Tasklet {
    private final Inbox inbox;
    private final Sink<T> sink;
    private final Failures failures;
    private final LongAdder results;
    private final LongConsumer watermarks;
    private long told = Batch.NO_WATERMARK;

    SinkTasklet(Inbox inbox, Sink<T> sink, Failures failures, LongAdder results, LongConsumer watermarks) {
        this.inbox = inbox;
        this.sink = sink;
        this.failures = failures;
        this.results = results;
        this.watermarks = watermarks;
    }

    @Override
    public Progress call() {
        boolean progress = false;
        for (int sender = 0; sender < inbox.senders(); sender++) {
            Batch batch = inbox.peek(sender);
            if (batch != null) {
                deliver(batch);
                inbox.release(sender, batch);
                progress = true;
            }
        }
        if (inbox.watermark() > told) {
            told = inbox.watermark();
            sink.watermark(told);
            watermarks.accept(told);
        }
        if (told == Batch.END) {
            return sink.flush() ? Progress.DONE : Progress.NONE;
        }
        return progress ? Progress.MADE : Progress.NONE;
    }

    @SuppressWarnings("unchecked") // a batch to this sink holds its events
    private void deliver(Batch batch) {
        for (int i = 0; i < batch.size; i++) {
            T event = (T) requireNonNull(batch.events[i]);
            try {
                sink.accept(event, batch.times[i]);
            } catch (RuntimeException e) {
                failures.report("the sink", event, e);
            }
        }
        results.add(batch.size);
    }
}
