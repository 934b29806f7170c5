package org.speedwell.streaming;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.engine.Tasklet;
import org.speedwell.streaming.engine.Worker;

/**
 * A fixed set of threads that runs jobs. Thread-safe. A thread with nothing to do spins a little, then sleeps for 25 to
 * 500 µs at a time.
 */
public final class Engine implements AutoCloseable {
    private static final int SPINS = 10;
    private static final int YIELDS = 5;

    private final List<Worker> workers = new ArrayList<>();
    private final List<AgentRunner> runners = new ArrayList<>();
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
            Worker worker = new Worker("speedwell-streaming-" + i);
            BackoffIdleStrategy idle = new BackoffIdleStrategy(
                    SPINS, YIELDS, TimeUnit.MICROSECONDS.toNanos(25), TimeUnit.MICROSECONDS.toNanos(500));
            AgentRunner runner = new AgentRunner(idle, Engine::rethrow, null, worker);
            workers.add(worker);
            runners.add(runner);
            AgentRunner.startOnThread(runner, Thread.ofPlatform().daemon().factory());
        }
    }

    /** Starts a job with the default options. */
    public Job start(Pipeline pipeline) {
        return start(pipeline, JobOptions.DEFAULT);
    }

    /**
     * Starts a job.
     *
     * @throws IllegalStateException if the engine was closed, or the pipeline started before
     * @throws IllegalArgumentException if a source is in the pipeline twice, or a source or sink of it belongs to a job that
     *     runs, or was closed with one that is over
     * @throws CheckpointException if the job has checkpoints and cannot go on from the newest, or if a source of it cannot
     *     be read again
     */
    public synchronized Job start(Pipeline pipeline, JobOptions options) {
        if (closed) {
            throw new IllegalStateException("The engine was closed.");
        }
        Job job = new Job(pipeline, options, workers.size(), jobs::remove);
        jobs.add(job);
        for (Tasklet tasklet : job.start()) {
            workers.get(Math.floorMod(next.getAndIncrement(), workers.size())).add(tasklet);
        }
        return job;
    }

    /** Cancels all jobs and ends the threads. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        recorder.close();
        jobs.forEach(Job::cancel);
        runners.forEach(AgentRunner::close);
    }

    /** Workers throw only on faults of this library: those end the thread, loudly. */
    private static void rethrow(Throwable fault) {
        throw new IllegalStateException("A worker of the streaming engine failed.", fault);
    }
}
