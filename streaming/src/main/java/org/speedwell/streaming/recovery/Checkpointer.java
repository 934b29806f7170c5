package org.speedwell.streaming.recovery;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.lang.System.Logger.Level;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.checkpoint.CheckpointMetrics;
import org.speedwell.streaming.engine.BlockingWork;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.JobObjectInput;
import org.speedwell.streaming.engine.Stateful;
import org.speedwell.streaming.recording.CheckpointEvent;

/**
 * A coordinator of the checkpoints of one job. At an interval it requests a barrier from the sources. Then it waits
 * until the barrier has passed all tasklets and each has handed in its state. A virtual thread writes all states to a
 * file.
 *
 * <p>If it cannot write a checkpoint, it logs a warning. The job continues, and the next checkpoint follows at its
 * time. Thread-safe.
 */
public final class Checkpointer {
    private static final System.Logger LOG = System.getLogger(Checkpointer.class.getName());

    private final String job;
    private final CheckpointFolder folder;
    private final Duration interval;
    private final @Nullable CheckpointFile origin;
    private final int parallelism;
    private final List<Participant> participants = new ArrayList<>();
    private final List<Stateful> states = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile long requested;
    private String definition = "";
    private Set<String> statePackages = Set.of();
    private @Nullable ObjectInputFilter stateFilter;

    /**
     * The number of the latest attempt. {@code wanted} is the latest attempt that a caller requested, and
     * {@code attempted} the latest that has ended. The lock guards these and all following fields.
     */
    private long number;

    private long wanted;
    private long attempted;
    private CheckpointMetrics metrics;
    private @Nullable Exception failure;
    private boolean closed;

    /** The thread that requests checkpoints and writes them. Null before the start. */
    private volatile @Nullable Thread thread;

    /**
     * Opens the folder and reads its newest checkpoint, if there is one.
     *
     * @param parallelism the parallelism of a new job; a job that continues from a checkpoint keeps its own
     */
    public Checkpointer(String job, Path path, Duration interval, int parallelism) {
        this.job = job;
        this.folder = new CheckpointFolder(path);
        this.interval = interval;
        try {
            this.origin = folder.newest();
        } catch (Throwable e) {
            folder.close();
            throw e;
        }
        this.parallelism = origin == null ? parallelism : origin.parallelism();
        this.number = origin == null ? 0 : origin.number();
        this.requested = number;
        this.attempted = number;
        this.wanted = number;
        this.metrics = new CheckpointMetrics(number, 0, 0, 0, 0);
    }

    /**
     * Returns the number of tasklets that share the keys. The number is part of a checkpoint, as the state depends on
     * it.
     */
    public int parallelism() {
        return parallelism;
    }

    /** Creates a participant. Allowed only before {@link #start}. */
    public Participant participant(String name) {
        return new Participant(name, this);
    }

    /** Adds a participant and the object whose state it hands in. */
    public void add(Participant participant, Stateful state) {
        participants.add(participant);
        states.add(state);
    }

    /**
     * Sets the job's definition. If the job continues from a checkpoint, also restores the state of every participant.
     *
     * @param lines the lines of the definition
     * @param packages the packages whose classes the state may contain
     * @param filter a filter that may reject further classes; null for none
     * @throws CheckpointException if the checkpoint belongs to another pipeline, or cannot be read
     */
    public void restore(List<String> lines, Set<String> packages, @Nullable ObjectInputFilter filter) {
        definition = String.join("\n", lines);
        statePackages = Set.copyOf(packages);
        stateFilter = filter;
        if (origin == null) {
            return;
        }
        try (CheckpointFile file = origin) {
            List<String> names = participants.stream().map(Participant::name).toList();
            List<String> written = file.names().subList(1, file.names().size()); // after the definition
            if (!names.equals(written)) {
                throw new CheckpointException(
                        "The checkpoint belongs to another pipeline: it has the parts " + written
                                + ", but this pipeline has " + names
                                + ". Start the earlier pipeline, or give this one its own folder.",
                        null);
            }
            requireSameDefinition(new String(file.state(0).readAllBytes(), StandardCharsets.UTF_8));
            for (int i = 0; i < states.size(); i++) {
                restore(i, file);
            }
        } catch (ClosedByInterruptException e) {
            throw interrupted(e);
        } catch (IOException e) {
            throw new CheckpointException("The checkpoint cannot be read: " + Failures.describe(e), e);
        }
    }

    private static CheckpointException interrupted(Exception e) {
        return new CheckpointException(
                "An interrupt stopped the start while it restored state. The checkpoint is not damaged. Start the job"
                        + " again.",
                e);
    }

    private void requireSameDefinition(String written) {
        if (written.equals(definition)) {
            return;
        }
        List<String> before = new ArrayList<>(written.lines().toList());
        List<String> now = new ArrayList<>(definition.lines().toList());
        before.removeAll(definition.lines().toList());
        now.removeAll(written.lines().toList());
        throw new CheckpointException(
                "The checkpoint belongs to another pipeline: it has " + before + ", but this pipeline has " + now
                        + ". Start the earlier pipeline, or give this one its own folder.",
                null);
    }

    private void restore(int participant, CheckpointFile file) {
        StateClasses classes = classes();
        try (ObjectInputStream in = new JobObjectInput(file.state(participant + 1), classes)) {
            states.get(participant).restore(in);
        } catch (ClosedByInterruptException | InterruptedIOException e) {
            throw interrupted(e);
        } catch (Exception e) {
            String refusal = classes.refusal();
            if (refusal != null) {
                throw new CheckpointException(
                        "The state of " + participants.get(participant).name() + " cannot be restored: " + refusal, e);
            }
            throw new CheckpointException(
                    "The state of " + participants.get(participant).name() + " cannot be restored: "
                            + Failures.describe(e)
                            + ". If its classes have changed since, start the job with the earlier ones.",
                    e);
        }
    }

    /**
     * Starts the thread that takes checkpoints.
     *
     * @param onFailure accepts an error that fails the job
     */
    public void start(Consumer<Throwable> onFailure) {
        thread = BlockingWork.start("speedwell-checkpoints-" + job, () -> run(onFailure));
    }

    /** Creates the filter of the classes that the state may contain, for one stream. */
    StateClasses classes() {
        return new StateClasses(statePackages, stateFilter);
    }

    long requested() {
        return requested;
    }

    void saved(Participant by, long checkpoint, SavedState state) {
        lock.lock();
        try {
            if (checkpoint == Participant.LAST) {
                by.last = state;
            } else {
                by.savedFor = checkpoint;
                by.saved = state;
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes a checkpoint now and waits for it.
     *
     * @throws CheckpointException if the checkpoint cannot be written, or if the job ends before
     */
    public void checkpoint() throws InterruptedException {
        lock.lock();
        try {
            wanted = number + 1;
            long mine = wanted;
            changed.signalAll();
            while (attempted < mine && !closed) {
                changed.await();
            }
            if (attempted < mine) {
                throw new CheckpointException("The job ended before the checkpoint was taken.", null);
            }
            if (failure != null) {
                throw new CheckpointException("The checkpoint was not written: " + Failures.describe(failure), failure);
            }
        } finally {
            lock.unlock();
        }
    }

    public CheckpointMetrics metrics() {
        lock.lock();
        try {
            return metrics;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends the checkpoints of a job that has ended. Waits for a checkpoint that is being written, and then releases the
     * folder.
     *
     * @param completed true if the job completed, so that the method removes its checkpoints
     */
    public void close(boolean completed) {
        stop();
        Thread writing = thread;
        if (writing != null) {
            BlockingWork.join(writing);
        }
        try {
            if (completed) {
                folder.clear();
            }
        } catch (IOException | CheckpointException | LostFolderException e) {
            LOG.log(Level.WARNING, "The checkpoints of the completed job {0} were not removed: {1}", job, e);
        } finally {
            folder.close();
            participants.clear(); // a caller that keeps the job does not keep its state
            states.clear();
        }
    }

    /** Takes no more checkpoints, and wakes the callers that wait for one. */
    public void stop() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Releases the folder of a job that could not start. */
    public void abandon() {
        try (folder) {
            if (origin != null) {
                origin.close();
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "The checkpoint of job " + job + " could not be closed", e);
        }
    }

    private void run(Consumer<Throwable> onFailure) {
        try {
            while (awaitTurn()) {
                List<CheckpointFile.Part> parts = awaitStates();
                if (parts == null) {
                    break;
                }
                write(parts);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the job has ended and does not wait any longer
        } catch (Throwable e) {
            onFailure.accept(e);
        } finally {
            stop();
        }
    }

    /** Waits for the time of the next checkpoint and requests it. Returns false if the job has ended. */
    private boolean awaitTurn() throws InterruptedException {
        lock.lock();
        try {
            long nanos = interval.toNanos();
            while (!closed && wanted <= number && nanos > 0) {
                nanos = changed.awaitNanos(nanos);
            }
            if (!closed) {
                number++;
                requested = number;
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until all participants have handed in their states. Returns null if the job ends before. */
    private @Nullable List<CheckpointFile.Part> awaitStates() throws InterruptedException {
        lock.lock();
        try {
            while (!closed && !participants.stream().allMatch(each -> stateOf(each) != null)) {
                changed.await();
            }
            if (closed) {
                return null;
            }
            List<CheckpointFile.Part> parts = new ArrayList<>();
            parts.add(new CheckpointFile.Part("definition", SavedState.of(definition)));
            for (Participant each : participants) {
                parts.add(new CheckpointFile.Part(each.name(), requireNonNull(stateOf(each))));
                each.saved = null;
            }
            return parts;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable SavedState stateOf(Participant participant) {
        return participant.savedFor == number && participant.saved != null ? participant.saved : participant.last;
    }

    private void write(List<CheckpointFile.Part> parts) {
        CheckpointEvent event = new CheckpointEvent();
        event.begin();
        long begin = System.nanoTime();
        long bytes = 0;
        Exception thrown = null;
        try {
            bytes = folder.write(number, parallelism, parts);
        } catch (LostFolderException e) {
            throw e; // fails the job
        } catch (Exception e) {
            thrown = e;
            LOG.log(
                    Level.WARNING,
                    "Checkpoint {0} of job {1} was not written. The previous checkpoint stays valid: {2}",
                    number,
                    job,
                    e);
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        event.commit(job, number, bytes, thrown == null ? null : thrown.toString());
        lock.lock();
        try {
            failure = thrown;
            metrics = thrown == null
                    ? new CheckpointMetrics(number, metrics.written() + 1, metrics.failed(), bytes, millis)
                    : new CheckpointMetrics(
                            metrics.newest(), metrics.written(), metrics.failed() + 1, metrics.bytes(), millis);
            attempted = number;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
