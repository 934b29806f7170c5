package org.speedwell.streaming;

import java.util.Collections;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Inbox;
import org.speedwell.streaming.engine.Progress;
import org.speedwell.streaming.engine.Tasklet;

/** A tasklet of a job with its name and the time that it has worked. Any thread may read the metrics. */
final class JobTasklet {
    private final String part;
    private final String name;
    private final Tasklet tasklet;
    private final @Nullable Inbox inbox;

    /** The time worked in nanoseconds. One thread at a time writes it. */
    private volatile long busyNanos;

    /**
     * Creates a tasklet of a job.
     *
     * @param part the part of the job to which the tasklet belongs
     * @param inbox the inbox, or null for a source
     */
    JobTasklet(String part, String name, Tasklet tasklet, @Nullable Inbox inbox) {
        this.part = part;
        this.name = name;
        this.tasklet = tasklet;
        this.inbox = inbox;
    }

    boolean isSource() {
        return inbox == null;
    }

    Tasklet tasklet() {
        return tasklet;
    }

    String name() {
        return name;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    Progress call() {
        long begin = System.nanoTime();
        Progress progress = tasklet.call();
        if (progress != Progress.NONE) {
            busyNanos += System.nanoTime() - begin;
        }
        return progress;
    }

    TaskletMetrics metrics() {
        return new TaskletMetrics(
                name,
                part,
                busyNanos,
                tasklet.received(),
                inbox == null ? 0 : inbox.depth(),
                inbox == null ? 0 : inbox.capacity(),
                tasklet.stateBytes(),
                tasklet.watermark(),
                Collections.unmodifiableMap(new LinkedHashMap<>(tasklet.gauges())));
    }
}
