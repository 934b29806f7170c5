package org.speedwell.streaming;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.checkpoint.Checkpointer;
import org.speedwell.streaming.engine.Progress;
import org.speedwell.streaming.engine.Tasklet;
import org.speedwell.streaming.recording.JobStatusEvent;

/** A pipeline that runs, or has run. Thread-safe. */
public final class Job {

    /** Where a job stands. */
    public enum Status {
        /** It takes events. */
        RUNNING,
        /** Its sources take no more events; those that they had accepted are being processed. */
        DRAINING,
        /** All events were processed, all windows closed, and the sink has all results. */
        COMPLETED,
        /** It was cancelled: events and open windows were dropped; checkpoints stay. */
        CANCELLED,
        /** It stopped because something failed; checkpoints stay. */
        FAILED
    }

    private final String name;
    private final Assembly assembly;
    private final List<Tasklet> tasklets;
    private final @Nullable Checkpointer checkpointer;
    private final AtomicInteger remaining;
    private final Consumer<Job> onEnd;
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final long startNanos = System.nanoTime();
    private volatile long endNanos;
    private volatile boolean draining;
    private volatile boolean cancelled;

    Job(Pipeline pipeline, JobOptions options, int threads, Consumer<Job> onEnd) {
        this.name = options.name();
        JobOptions.Checkpoints checkpoints = options.checkpoints();
        this.checkpointer = checkpoints == null
                ? null
                : new Checkpointer(name, checkpoints.folder(), checkpoints.interval(), threads);
        try {
            int parallelism = checkpointer == null ? threads : checkpointer.parallelism();
            this.assembly = new Assembly(options, parallelism, checkpointer, () -> draining);
            assemble(pipeline);
        } catch (RuntimeException e) {
            if (checkpointer != null) {
                checkpointer.abandon();
            }
            throw e;
        }
        this.tasklets = assembly.tasklets().stream()
                .<Tasklet>map(tasklet -> () -> call(tasklet))
                .toList();
        this.remaining = new AtomicInteger(tasklets.size());
        this.onEnd = onEnd;
    }

    private void assemble(Pipeline pipeline) {
        try {
            pipeline.assemble(assembly);
            if (checkpointer != null) {
                checkpointer.restore();
            }
        } catch (RuntimeException e) {
            assembly.release();
            throw e;
        }
    }

    /** Begins; the job's tasklets, to be called until they are done; none of them throws. */
    List<Tasklet> start() {
        if (checkpointer != null) {
            checkpointer.start(this::over);
        }
        JobStatusEvent.record(name, Status.RUNNING, null);
        return tasklets;
    }

    /** The name that the job's options gave. */
    public String name() {
        return name;
    }

    /** Lets no new events in, processes those that the sources have accepted, closes all windows and completes. */
    public void drain() {
        draining = true;
        JobStatusEvent.record(name, Status.DRAINING, null);
    }

    /** Stops as soon as every tasklet's present call returns; events and open windows are dropped, checkpoints stay. */
    public void cancel() {
        if (over.getCount() > 0) {
            cancelled = true;
        }
    }

    /**
     * Takes a checkpoint now, whatever the interval, and waits until it is on the disk: cancelled right after, a job goes
     * on later with little to do again.
     *
     * @throws IllegalStateException if the job has no checkpoints
     * @throws CheckpointException if it was not written, or the job ended before
     */
    public void checkpoint() throws InterruptedException {
        if (checkpointer == null) {
            throw new IllegalStateException("The job takes no checkpoints: start it with JobOptions.withCheckpoints.");
        }
        checkpointer.checkpoint();
    }

    /**
     * Waits until the job is over.
     *
     * @return how it ended: completed or cancelled
     * @throws JobException if it failed
     */
    public Status await() throws InterruptedException {
        over.await();
        Throwable cause = failure.get();
        if (cause != null) {
            throw cause instanceof JobException known ? known : new JobException(cause);
        }
        return status();
    }

    /** Where the job stands. */
    public Status status() {
        if (over.getCount() > 0) {
            return draining ? Status.DRAINING : Status.RUNNING;
        }
        return end();
    }

    /** What the job has done so far; counts may be a little behind. */
    public JobMetrics metrics() {
        return assembly.metrics((over.getCount() > 0 ? System.nanoTime() : endNanos) - startNanos);
    }

    private Status end() {
        if (failure.get() != null) {
            return Status.FAILED;
        }
        return cancelled ? Status.CANCELLED : Status.COMPLETED;
    }

    private Progress call(JobTasklet tasklet) {
        Progress progress = Progress.DONE;
        if (!cancelled && failure.get() == null) {
            try {
                progress = tasklet.call();
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
            }
        }
        if (progress == Progress.DONE && remaining.decrementAndGet() == 0) {
            close();
        }
        return progress;
    }

    /** All tasklets are done. Where there are checkpoints, the job is over when their folder is free. */
    private void close() {
        assembly.sources().forEach(source -> close(source::close));
        assembly.sinks().forEach(sink -> close(sink::close));
        assembly.release();
        if (checkpointer == null) {
            over();
        } else {
            checkpointer.close(end() == Status.COMPLETED);
        }
    }

    private void close(Runnable closing) {
        try {
            closing.run();
        } catch (RuntimeException e) {
            failure.compareAndSet(null, e);
        }
    }

    private void over() {
        endNanos = System.nanoTime();
        JobStatusEvent.record(name, end(), failure.get());
        onEnd.accept(this);
        over.countDown();
    }
}
