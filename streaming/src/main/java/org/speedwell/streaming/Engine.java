package org.speedwell.streaming;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.engine.BlockingWork;
import org.speedwell.streaming.engine.Tasklet;
import org.speedwell.streaming.engine.Worker;

/**
 * A fixed set of threads that runs jobs. Thread-safe. An idle thread spins briefly, then sleeps for 25 to 500 µs at a
 * time.
 *
 * {@snippet :
 * try (Engine engine = new Engine(2)) {
 *     Job job = engine.start(pipeline, JobOptions.DEFAULT.named("sensors"));
 *     job.await();
 * }
 * }
 */
public final class Engine implements JobControl.Directory, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Engine.class.getName());

    /** The time for which {@link #close} waits for its threads, and waits once more after it interrupts them. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final List<Worker> workers = new ArrayList<>();
    private final Set<Job> jobs = ConcurrentHashMap.newKeySet();
    private final KnownJobs known = new KnownJobs();
    private final AtomicInteger next = new AtomicInteger();
    private final JobRecorder recorder = new JobRecorder(jobs);
    private boolean closed;

    /**
     * Creates an engine with one thread fewer than there are processors, and at least one. The garbage collector needs
     * its share.
     */
    public Engine() {
        this(Math.max(1, Runtime.getRuntime().availableProcessors() - 1));
    }

    /** Creates an engine with this number of threads. They run until the engine is closed. */
    public Engine(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads is " + threads + ", but must be 1 or more.");
        }
        for (int i = 0; i < threads; i++) {
            workers.add(Worker.start("speedwell-streaming-" + i));
        }
    }

    /** Starts a job with the default options. */
    public Job start(Pipeline pipeline) {
        return start(pipeline, JobOptions.DEFAULT);
    }

    /** Starts a job of a definition with arguments. A cluster can run the same definition. */
    public Job start(JobDefinition definition, Map<String, String> arguments, JobOptions options) {
        return start(definition.define(arguments), options);
    }

    /**
     * Starts a job.
     *
     * @throws IllegalStateException if the engine is closed, or the pipeline was already started
     * @throws IllegalArgumentException if the pipeline cannot become a job ({@link Pipeline#graph}), or if it contains
     * a source or sink twice. The engine also throws it if another job uses one of them, or has used it up
     * @throws JobException if the job has checkpoints, and creating an accumulator or state fails
     * @throws CheckpointException if the job has checkpoints and cannot continue from the newest, or if it has a source
     * that cannot be read again
     */
    public Job start(Pipeline pipeline, JobOptions options) {
        requireOpen();
        Job job = new Job(pipeline, options, workers.size(), jobs::remove);
        try {
            start(job);
        } catch (Throwable e) {
            jobs.remove(job);
            known.remove(job);
            job.cancel(); // if it has begun
            job.abandon();
            throw e;
        }
        return job;
    }

    private synchronized void start(Job job) {
        requireOpen(); // another thread may have closed the engine meanwhile
        jobs.add(job);
        known.add(job);
        for (Tasklet tasklet : job.start()) {
            workers.get(Math.floorMod(next.getAndIncrement(), workers.size())).add(tasklet);
        }
    }

    @Override
    public List<Job> jobs() {
        return known.all();
    }

    @Override
    public Optional<Job> job(String name) {
        return known.newest(name);
    }

    private synchronized void requireOpen() {
        if (closed) {
            throw new IllegalStateException("The engine is closed and starts no more jobs.");
        }
    }

    /**
     * Cancels all jobs and ends the threads. It waits for both for a limited time. It interrupts functions that have
     * not returned after the grace time of the jobs. After the same time again it abandons them, with a warning. If a
     * function of a job calls this method, it does not wait.
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
                workers.forEach(Worker::interrupt); // all jobs were cancelled, so no job suffers
                if (!awaitWorkers()) {
                    LOG.log(
                            Level.WARNING,
                            "A function of a job has not returned. The engine no longer waits for its thread.");
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
