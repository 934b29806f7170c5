package org.speedwell.streaming;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Progress;
import org.speedwell.streaming.engine.Tasklet;

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
        /** It was cancelled: events and open windows were dropped. */
        CANCELLED,
        /** It stopped because something failed. */
        FAILED
    }

    private final Assembly assembly;
    private final List<Tasklet> tasklets;
    private final AtomicInteger remaining;
    private final Consumer<Job> onEnd;
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean draining;
    private volatile boolean cancelled;

    Job(Pipeline pipeline, JobOptions options, int parallelism, Consumer<Job> onEnd) {
        this.assembly = new Assembly(options, parallelism, () -> draining);
        pipeline.assemble(assembly);
        this.tasklets = assembly.tasklets().stream()
                .<Tasklet>map(tasklet -> () -> call(tasklet))
                .toList();
        this.remaining = new AtomicInteger(tasklets.size());
        this.onEnd = onEnd;
    }

    /** The job's tasklets, to be called until they are done; none of them throws. */
    List<Tasklet> tasklets() {
        return tasklets;
    }

    /** Lets no new events in, processes those that the sources have accepted, closes all windows and completes. */
    public void drain() {
        draining = true;
    }

    /** Stops as soon as every tasklet's present call returns; events and open windows are dropped. */
    public void cancel() {
        if (over.getCount() > 0) {
            cancelled = true;
        }
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

    public Status status() {
        if (over.getCount() > 0) {
            return draining ? Status.DRAINING : Status.RUNNING;
        }
        if (failure.get() != null) {
            return Status.FAILED;
        }
        return cancelled ? Status.CANCELLED : Status.COMPLETED;
    }

    /** What the job has done so far; counts may be a little behind. */
    public JobMetrics metrics() {
        return assembly.metrics();
    }

    private Progress call(Tasklet tasklet) {
        Progress progress = Progress.DONE;
        if (!cancelled && failure.get() == null) {
            try {
                progress = tasklet.call();
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
            }
        }
        if (progress == Progress.DONE && remaining.decrementAndGet() == 0) {
            end();
        }
        return progress;
    }

    private void end() {
        for (Source<?> source : assembly.sources()) {
            try {
                source.close();
            } catch (RuntimeException e) {
                failure.compareAndSet(null, e);
            }
        }
        over.countDown();
        onEnd.accept(this);
    }
}
