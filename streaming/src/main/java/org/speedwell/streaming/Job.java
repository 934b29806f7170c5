package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.engine.BlockingWork;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Millis;
import org.speedwell.streaming.engine.Progress;
import org.speedwell.streaming.engine.Tasklet;
import org.speedwell.streaming.recording.JobStatusEvent;
import org.speedwell.streaming.recovery.Checkpointer;

/**
 * A pipeline that runs, or has run. Thread-safe.
 *
 * {@snippet :
 * Job job = engine.start(pipeline);
 * System.out.println(job.explain());                  // the graph, and how it runs
 * job.drain();                                        // no more events: windows close
 * job.await();                                        // throws if the job failed
 * }
 */
public final class Job implements JobControl {

    /** The status of a job. */
    public enum Status {
        /** The job takes events. */
        RUNNING,
        /** The sources take no events until the job resumes. The job processes those that it has taken. */
        PAUSED,
        /** The sources take no more events, and the job processes those that they accepted. */
        DRAINING,
        /** The job processed all events and closed all windows, and the sinks have all results. */
        COMPLETED,
        /** The job was cancelled. It dropped events and open windows. Its checkpoints remain. */
        CANCELLED,
        /** The job stopped because something failed. Its checkpoints remain. */
        FAILED
    }

    private static final System.Logger LOG = System.getLogger(Job.class.getName());

    private final String name;
    private final @Nullable Checkpointer checkpointer;
    private final GracefulShutdown ending;
    private final Consumer<Job> onEnd;
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();
    private final long startNanos = System.nanoTime();

    /** The sinks that show rows, by name. They show them after the end of the job, too. */
    private final Map<String, Sink<Object>> views;

    /** The tasklets of the job. Null when the job has ended, because their buffers are large. */
    private volatile @Nullable Assembly assembly;

    /** The report of the job at its end. Null before. */
    private volatile @Nullable JobReport last;

    private volatile boolean draining;
    private volatile boolean paused;
    private volatile boolean cancelled;

    /** True if the job was cancelled or has failed. It no longer calls tasklets then. */
    private volatile boolean stopping;

    /** True if the job has interrupted what did not return in time. Exceptions caused by that are not failures. */
    private volatile boolean interrupted;

    /** The failure to report if there is no memory for a new one. */
    private final Failure spare = new Failure("an unnamed part (out of memory)");

    /** A thrown exception, and the part of the job that threw it. */
    private static final class Failure {
        private final String part;
        private volatile @Nullable Throwable thrown;

        private Failure(String part) {
            this.part = part;
        }

        private Throwable thrown() {
            return requireNonNull(thrown);
        }

        private RuntimeException exception() {
            return thrown() instanceof JobException known ? known : new JobException(part, thrown());
        }
    }

    private final class Requests implements SourceControl {
        @Override
        public boolean isDraining() {
            return draining;
        }

        @Override
        public boolean isPaused() {
            return paused;
        }
    }

    Job(Pipeline pipeline, JobOptions options, int threads, Consumer<Job> onEnd) {
        Graph graph = pipeline.start();
        this.name = options.name();
        this.views = graph.sinks();
        views.values().removeIf(sink -> sink.shown(0).isEmpty());
        this.onEnd = onEnd;
        this.ending = new GracefulShutdown(options.grace());
        JobOptions.Checkpoints checkpoints = options.checkpoints();
        this.checkpointer = checkpoints == null
                ? null
                : new Checkpointer(name, checkpoints.folder(), checkpoints.interval(), checkpoints.savepoint());
        try {
            Plan.Place place = threads == 1 ? Plan.Place.ONE_THREAD : Plan.Place.THREADS;
            Plan plan = new Plan(graph, threads, options.keyOverflow() == KeyOverflow.EVICT, place);
            Assembly made = new Assembly(plan, options, checkpointer, new Requests());
            this.assembly = made;
            made.build();
            made.sinks().forEach(Sink::begin); // must come before restoring
            if (checkpointer != null && checkpoints != null) {
                Definition definition = new Definition(graph);
                Set<String> packages = new TreeSet<>(definition.packages());
                options.stateClasses().forEach(each -> packages.add(each.getPackageName()));
                checkpointer.restore(
                        definition.vertices(), checkpoints.matchesByName(), packages, options.stateFilter());
            }
        } catch (Throwable e) {
            abandon();
            throw e;
        }
    }

    /** Releases what a job holds that could not be started. */
    void abandon() {
        if (checkpointer != null) {
            checkpointer.abandon();
        }
        Assembly made = assembly;
        if (made != null) {
            made.release();
        }
    }

    /** Starts the job and returns its tasklets. A thread must call each of them until it is done. They never throw. */
    List<Tasklet> start() {
        Assembly made = requireNonNull(assembly);
        List<JobTasklet> parts = made.tasklets();
        GracefulShutdown.Parts running = ending.new Parts(parts.size());
        BlockingWork.start("speedwell-job-" + name, () -> end(made, running));
        if (checkpointer != null) {
            checkpointer.start(thrown -> fail("the thread that takes checkpoints", thrown));
        }
        JobStatusEvent.record(name, Status.RUNNING, null);
        return parts.stream()
                .<Tasklet>map(tasklet -> () -> call(tasklet, running))
                .toList();
    }

    @Override
    public String name() {
        return name;
    }

    /**
     * Stops accepting new events, processes the accepted ones, closes all windows and completes. The job still reads
     * the bounded side of a join to its end. Otherwise the accepted events would be joined with fewer rows.
     */
    @Override
    public void drain() {
        if (over.getCount() > 0) {
            // The job may end as soon as it drains. Recording first keeps its events in order.
            JobStatusEvent.record(name, Status.DRAINING, null);
        }
        draining = true;
    }

    /**
     * Stops taking events until {@link #resume}. The job processes the events that it has taken. It holds its state, its
     * watermark stays, and it still takes checkpoints. A job that drains, or has ended, does not pause.
     */
    @Override
    public void pause() {
        setPaused(true);
    }

    /** Takes events again after {@link #pause}. */
    @Override
    public void resume() {
        setPaused(false);
    }

    private synchronized void setPaused(boolean to) {
        if (paused != to && !draining && over.getCount() > 0) {
            paused = to;
            JobStatusEvent.record(name, to ? Status.PAUSED : Status.RUNNING, null);
        }
    }

    /**
     * Stops the job as soon as the current call of each tasklet returns. The job drops events and open windows. Its
     * checkpoints remain. It does not wait longer than {@link JobOptions#grace}.
     */
    @Override
    public void cancel() {
        if (over.getCount() > 0) {
            cancelled = true;
            stop();
        }
    }

    private void stop() {
        stopping = true;
        ending.stop();
        if (checkpointer != null) {
            checkpointer.stop();
        }
    }

    /**
     * Stops the job with a failure. A lack of memory must not lose the failure: a job that continued would give wrong
     * results.
     */
    private void fail(String part, Throwable thrown) {
        Failure found = failure(part);
        found.thrown = thrown;
        boolean isFirst = !interrupted && failure.compareAndSet(null, found);
        stop();
        if (isFirst) {
            tellSinks(found);
        }
    }

    private Failure failure(String part) {
        try {
            return new Failure(part);
        } catch (OutOfMemoryError e) {
            return spare;
        }
    }

    private void tellSinks(Failure found) {
        Assembly made = assembly;
        if (made == null) {
            return;
        }
        try {
            RuntimeException cause = found.exception();
            made.sinks().forEach(sink -> sink.failed(cause));
        } catch (Throwable e) {
            LOG.log(Level.WARNING, "Job " + name + " could not report its failure to its sinks", e);
        }
    }

    /**
     * Takes a checkpoint now, regardless of the interval, and waits until it is on the disk. A job that is cancelled
     * right afterwards has little to repeat later.
     *
     * @throws IllegalStateException if the job has no checkpoints
     * @throws CheckpointException if the checkpoint was not written, or the job ended before
     */
    public void checkpoint() throws InterruptedException {
        requireCheckpoints().checkpoint();
    }

    /**
     * Takes a checkpoint now and keeps it under a name in the checkpoint folder. The job never removes it. A later job
     * can start from it ({@link JobOptions#startingFrom}).
     *
     * @param savepoint a name of letters, digits, dots, underscores and hyphens
     * @return the file of the savepoint
     * @throws IllegalArgumentException if the name has other characters
     * @throws IllegalStateException if the job has no checkpoints
     * @throws CheckpointException if the name is taken, the savepoint was not written, or the job ended before
     */
    public Path savepoint(String savepoint) throws InterruptedException {
        return requireCheckpoints().savepoint(requireName(savepoint));
    }

    private static String requireName(String savepoint) {
        if (!savepoint.matches("[A-Za-z0-9._-]+")) {
            throw new IllegalArgumentException("The name of the savepoint is \"" + savepoint
                    + "\", but may have only letters, digits, dots, underscores and hyphens.");
        }
        return savepoint;
    }

    /** Returns the savepoints in the checkpoint folder. A job without checkpoints has none. */
    @Override
    public JobSavepoints savepoints() {
        return new JobSavepoints() {
            @Override
            public void take(String savepoint) throws InterruptedException {
                savepoint(savepoint);
            }

            @Override
            public List<String> names() {
                return checkpointer == null ? List.of() : checkpointer.savepoints();
            }

            @Override
            public void remove(String savepoint) {
                String known = requireName(savepoint);
                if (checkpointer != null) {
                    checkpointer.removeSavepoint(known);
                }
            }
        };
    }

    /** Returns the first rows that a sink shows. A view shows its last rows after the end of the job, too. */
    @Override
    public ShownRows rows(String sink, int limit) {
        return Optional.ofNullable(views.get(sink))
                .flatMap(found -> found.shown(limit))
                .orElseThrow(() -> new IllegalArgumentException("Job \"" + name + "\" has no view named \"" + sink
                        + "\". Its views are " + views.keySet() + "."));
    }

    private Checkpointer requireCheckpoints() {
        if (checkpointer == null) {
            throw new IllegalStateException("The job takes no checkpoints. Start it with JobOptions.withCheckpoints.");
        }
        return checkpointer;
    }

    /**
     * Waits until the job has ended. Functions of the job must not call it.
     *
     * @return the status: completed or cancelled
     * @throws JobException if the job failed
     */
    public Status await() throws InterruptedException {
        over.await();
        return outcome();
    }

    /**
     * Waits until the job has ended, for at most this time.
     *
     * @return the status: completed or cancelled; empty if the job has not ended
     * @throws JobException if the job failed
     */
    public Optional<Status> await(Duration timeout) throws InterruptedException {
        return over.await(Millis.saturated(timeout), TimeUnit.MILLISECONDS) ? Optional.of(outcome()) : Optional.empty();
    }

    private Status outcome() {
        Failure found = failure.get();
        if (found != null) {
            throw found.exception();
        }
        return status();
    }

    /** Waits until the job has ended, and does not throw its failure. */
    void awaitEnd() throws InterruptedException {
        over.await();
    }

    @Override
    public Status status() {
        if (over.getCount() > 0) {
            return draining ? Status.DRAINING : paused ? Status.PAUSED : Status.RUNNING;
        }
        return end();
    }

    /** Returns what the job has done so far. Counts may be slightly behind. */
    public JobMetrics metrics() {
        Assembly running = assembly;
        return running == null ? requireNonNull(last).metrics() : running.metrics(System.nanoTime() - startNanos);
    }

    /** Returns the graph of the job, how it runs, and what it has done so far. Counts may be slightly behind. */
    @Override
    public JobReport report() {
        Assembly running = assembly;
        return running == null ? requireNonNull(last) : report(running, status());
    }

    private JobReport report(Assembly running, Status status) {
        Failure found = failure.get();
        return JobReport.of(
                running.plan(),
                name,
                status,
                found == null ? null : Failures.message(found.exception()),
                running.metrics(System.nanoTime() - startNanos));
    }

    /**
     * Describes the parts of the job and how it runs. Each vertex of its {@link Graph} has a line. The line names the
     * vertices whose events it takes, and the kind of its rows. It gives the number of tasklets, or the vertices in
     * whose tasklets the vertex runs.
     *
     * <p>The line also shows the rows that the tasklets have taken, their share of busy time since the start, and the
     * batches that wait now. Warnings name the results that may differ from run to run.
     */
    public String explain() {
        return report().toString();
    }

    private Status end() {
        if (failure.get() != null) {
            return Status.FAILED;
        }
        return cancelled ? Status.CANCELLED : Status.COMPLETED;
    }

    private Progress call(JobTasklet tasklet, GracefulShutdown.Parts running) {
        Progress progress = Progress.DONE;
        try {
            if (!stopping) {
                progress = tasklet.call();
            }
        } catch (Throwable e) {
            if (!cancelled) {
                fail(tasklet.name(), e);
            }
        } finally {
            if (progress == Progress.DONE) {
                running.ended();
            }
        }
        return progress;
    }

    /** Waits for the end of all tasklets, releases what the job holds, and wakes the threads that wait for the job. */
    private void end(Assembly made, GracefulShutdown.Parts running) {
        try {
            if (!running.await()) {
                LOG.log(
                        Level.WARNING,
                        "A function of job {0} has not returned and still blocks its thread. The job no longer waits"
                                + " for it.",
                        name);
            }
            closeAll(made.closings());
            if (checkpointer != null) {
                closeAll(Map.of("the checkpoints", () -> checkpointer.close(end() == Status.COMPLETED)));
            }
        } catch (Throwable e) {
            fail("the end of the job", e);
        } finally {
            over(made);
        }
    }

    /** Closes parts of the job, all at once, because each may block. An exception fails the job. */
    private void closeAll(Map<String, Runnable> closings) throws InterruptedException {
        GracefulShutdown.Parts open = ending.new Parts(closings.size());
        Map<String, Thread> threads = new TreeMap<>();
        closings.forEach((part, closing) -> {
            String task = "closing " + part;
            try {
                threads.put(part, BlockingWork.start("speedwell-close-" + name, () -> close(task, closing, open)));
            } catch (Throwable e) {
                fail(task, e);
                open.ended();
            }
        });
        if (open.await()) {
            return;
        }
        interrupted = true;
        threads.values().forEach(Thread::interrupt);
        if (!open.await()) {
            threads.values().removeIf(thread -> !thread.isAlive());
            LOG.log(
                    Level.WARNING,
                    "Job {0} could not close these parts in time and no longer waits for them: {1}",
                    name,
                    threads.keySet());
        }
    }

    private void close(String task, Runnable closing, GracefulShutdown.Parts open) {
        try {
            closing.run();
        } catch (Throwable e) {
            fail(task, e);
        } finally {
            open.ended();
        }
    }

    private void over(Assembly made) {
        try {
            made.release();
            last = report(made, end());
            assembly = null;
            onEnd.accept(this);
            Failure found = failure.get();
            JobStatusEvent.record(name, end(), found == null ? null : Failures.describe(found.thrown()));
        } finally {
            over.countDown();
        }
    }
}
