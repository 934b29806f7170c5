package org.speedwell.streaming;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.engine.BlockingWork;
import org.speedwell.streaming.engine.Tasklet;
import org.speedwell.streaming.engine.Worker;

/**
 * A fixed set of threads that runs jobs. Thread-safe. A thread with nothing to do spins a little, then sleeps for 25 to
 * 500 µs at a time.
 *
 * {@snippet :
 * try (Engine engine = new Engine(2)) {
 *     Job job = engine.start(pipeline, JobOptions.DEFAULT.named("sensors"));
 *     job.await();
 * }
 * }
 */
public final class Engine implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Engine.class.getName());

    /** For how long a thread that is to end is waited for, and then again after it was interrupted. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final List<Worker> workers = new ArrayList<>();
    private final Set<Job> jobs = ConcurrentHashMap.newKeySet();
    private final AtomicInteger next = new AtomicInteger();
    private final JobRecorder recorder = new JobRecorder(jobs);
    private boolean closed;

    /** An engine of one thread less than there are processors, but one at least: the collector needs its share. */
    public Engine() {
        this(Math.max(1, Runtime.getRuntime().availableProcessors() - 1));
    }

    /** An engine of this many threads, which run until it is closed. */
    public Engine(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("An engine of " + threads + " threads: it needs 1 or more.");
        }
        for (int i = 0; i < threads; i++) {
            workers.add(Worker.start("speedwell-streaming-" + i));
        }
    }

    /** Starts a job with the default options. */
    public Job start(Pipeline pipeline) {
        return start(pipeline, JobOptions.DEFAULT);
    }

    /** Starts a job of a definition, which a cluster would run as well, with its arguments. */
    public Job start(JobDefinition definition, Map<String, String> arguments, JobOptions options) {
        return start(definition.define(arguments), options);
    }

    /**
     * Starts a job.
     *
     * @throws IllegalStateException if the engine was closed, or the pipeline started before
     * @throws IllegalArgumentException if no job can be made of the pipeline ({@link Pipeline#graph}), a source or sink is
     *     in it twice, or belongs to a job that runs, or was closed with one that is over
     * @throws JobException if the job has checkpoints, and an accumulator or state cannot be made
     * @throws CheckpointException if the job has checkpoints and cannot go on from the newest, or if a source of it cannot
     *     be read again
     */
    public Job start(Pipeline pipeline, JobOptions options) {
        requireOpen();
        Job job = new Job(pipeline, options, workers.size(), jobs::remove);
        try {
            start(job);
        } catch (Throwable e) {
            jobs.remove(job);
            job.cancel(); // if it has begun
            job.abandon();
            throw e;
        }
        return job;
    }

    private synchronized void start(Job job) {
        requireOpen(); // it may have been closed while the job was put together
        jobs.add(job);
        for (Tasklet tasklet : job.start()) {
            workers.get(Math.floorMod(next.getAndIncrement(), workers.size())).add(tasklet);
        }
    }

    private synchronized void requireOpen() {
        if (closed) {
            throw new IllegalStateException("The engine was closed.");
        }
    }

    /**
     * Cancels all jobs and ends the threads; waits for both, but not for ever: what has not returned after the jobs'
     * time of grace is interrupted, and after as long again left to itself, with a warning. Called by a function of a
     * job, it does not wait.
     */
    @Override
    public void close() {
        synchronized (this) {
            if (!closed) {
                recorder.close();
            }
            closed = true;
        }
        List<Job> cancelled = List.copyOf(jobs);
        cancelled.forEach(Job::cancel);
        workers.forEach(Worker::close);
        if (BlockingWork.isThreadOfJob()) {
            return;
        }
        try {
            if (!awaitWorkers()) {
                workers.forEach(Worker::interrupt); // all jobs were cancelled: nobody is harmed
                if (!awaitWorkers()) {
                    LOG.log(Level.WARNING, "A function of a job has not returned: its thread is left to itself");
                }
            }
            for (Job job : cancelled) {
                job.awaitEnd();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean awaitWorkers() throws InterruptedException {
        long begin = System.nanoTime();
        boolean all = true;
        for (Worker worker : workers) {
            Duration left = GRACE.minusNanos(System.nanoTime() - begin);
            all &= worker.join(left.isNegative() ? Duration.ZERO : left);
        }
        return all;
    }
}
