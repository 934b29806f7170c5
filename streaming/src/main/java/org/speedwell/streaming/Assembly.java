package org.speedwell.streaming;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Conveyor;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Inbox;
import org.speedwell.streaming.engine.Outbox;
import org.speedwell.streaming.engine.Tasklet;

/** The tasklets of one run of a pipeline, put together from its sink backwards, and what they share. */
final class Assembly implements Failures {
    private final JobOptions options;
    private final int parallelism;
    private final BooleanSupplier draining;
    private final List<Tasklet> tasklets = new ArrayList<>();
    private final List<Source<?>> sources = new ArrayList<>();
    private final LongAdder events = new LongAdder();
    private final LongAdder late = new LongAdder();
    private final LongAdder skipped = new LongAdder();
    private final LongAdder results = new LongAdder();
    private volatile long watermark = Batch.NO_WATERMARK;

    Assembly(JobOptions options, int parallelism, BooleanSupplier draining) {
        this.options = options;
        this.parallelism = parallelism;
        this.draining = draining;
    }

    <T> List<List<Conveyor>> addSources(List<Source<T>> added, EventTime<T> eventTime, Tail<T> tail) {
        List<List<Conveyor>> rows = new ArrayList<>();
        for (Source<T> source : added) {
            if (sources.contains(source)) {
                throw new IllegalArgumentException("A source is in the pipeline twice, and can be read once.");
            }
            List<Conveyor> row = conveyors(tail);
            add(new SourceTasklet<>(source, eventTime, tail, new Outbox(row), this));
            sources.add(source);
            rows.add(row);
        }
        return rows;
    }

    <T> void addSink(List<List<Conveyor>> rows, Sink<T> sink) {
        add(new SinkTasklet<>(inbox(rows, 0), sink, this, results, to -> watermark = to));
    }

    void add(Tasklet tasklet) {
        tasklets.add(tasklet);
    }

    /** Conveyors from one sender to each receiver. */
    static List<Conveyor> conveyors(Tail<?> tail) {
        List<Conveyor> row = new ArrayList<>();
        for (int i = 0; i < tail.receivers(); i++) {
            row.add(new Conveyor(tail.layout()));
        }
        return row;
    }

    /** The conveyors of all senders to one receiver. */
    static Inbox inbox(List<List<Conveyor>> rows, int receiver) {
        return new Inbox(rows.stream().map(row -> row.get(receiver)).toList());
    }

    @Override
    public void report(String place, Object given, RuntimeException cause) {
        if (!options.skipsFailures()) {
            throw new JobException(place, given, cause);
        }
        skipped.increment();
    }

    JobOptions options() {
        return options;
    }

    /** Over how many tasklets a window's keys are spread. */
    int parallelism() {
        return parallelism;
    }

    BooleanSupplier draining() {
        return draining;
    }

    Failures failures() {
        return this;
    }

    List<Tasklet> tasklets() {
        return tasklets;
    }

    List<Source<?>> sources() {
        return sources;
    }

    LongAdder events() {
        return events;
    }

    LongAdder late() {
        return late;
    }

    JobMetrics metrics() {
        return new JobMetrics(events.sum(), late.sum(), skipped.sum(), results.sum(), watermark);
    }
}
