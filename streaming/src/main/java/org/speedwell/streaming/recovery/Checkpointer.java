package org.speedwell.streaming.recovery;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
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

    /** The pause after a checkpoint that could not be written, before one that a tasklet requests. */
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final String job;
    private final CheckpointFolder folder;
    private final Duration interval;
    private final @Nullable CheckpointFile origin;
    private final List<Participant> participants = new ArrayList<>();
    private final List<Stateful> states = new ArrayList<>();

    /** The participants whose last state is part of the checkpoint that is being written. */
    private final List<Participant> ended = new ArrayList<>();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile long requested;
    private volatile long durable;
    private List<SavedVertex> graph = List.of();
    private Set<String> statePackages = Set.of();
    private @Nullable ObjectInputFilter stateFilter;

    /**
     * The number of the latest attempt. {@code wanted} is the latest attempt that a caller requested, and
     * {@code attempted} the latest that has ended. The lock guards these and all following fields.
     */
    private long number;

    private long wanted;
    private long attempted;

    /** The latest attempt that a tasklet requested. */
    private volatile long early;

    private CheckpointMetrics metrics;
    private @Nullable Exception failure;
    private final List<Savepoint> savepoints = new ArrayList<>();
    private boolean closed;

    /** A request to keep a checkpoint under a name, and its answer. */
    private static final class Savepoint {
        private final String name;
        private final long attempt;
        private @Nullable Path file;
        private @Nullable Exception failure;

        private Savepoint(String name, long attempt) {
            this.name = name;
            this.attempt = attempt;
        }
    }

    /** The thread that requests checkpoints and writes them. Null before the start. */
    private volatile @Nullable Thread thread;

    /**
     * Opens the folder and reads its newest checkpoint, if there is one.
     *
     * @param savepoint the file from which the job starts if its folder has no checkpoint, or null
     * @throws CheckpointException if the folder or the savepoint cannot be used
     */
    public Checkpointer(String job, Path path, Duration interval, @Nullable Path savepoint) {
        this.job = job;
        this.folder = new CheckpointFolder(path);
        this.interval = interval;
        try {
            CheckpointFile newest = folder.newest();
            this.origin = newest == null && savepoint != null ? opened(savepoint) : newest;
        } catch (Throwable e) {
            folder.close();
            throw e;
        }
        this.number = origin == null ? 0 : origin.number();
        this.requested = number;
        this.durable = number;
        this.attempted = number;
        this.wanted = number;
        this.metrics = new CheckpointMetrics(number, 0, 0, 0, 0);
    }

    private static CheckpointFile opened(Path savepoint) {
        try {
            return CheckpointFile.open(savepoint);
        } catch (IOException e) {
            throw new CheckpointException(
                    "The job cannot start from savepoint " + savepoint + ": " + Failures.describe(e)
                            + ". Job.savepoint returns the path of a savepoint.",
                    e);
        }
    }

    /**
     * Creates a participant. Allowed only before {@link #start}.
     *
     * @param vertex the name of the vertex of the job's graph that the tasklet belongs to
     */
    public Participant participant(String vertex, String name) {
        return new Participant(vertex, name, this);
    }

    /** Adds a participant and the object whose state it hands in. */
    public void add(Participant participant, Stateful state) {
        participants.add(participant);
        states.add(state);
    }

    /**
     * Sets the job's definition. If the job continues from a checkpoint, also restores the state of every participant.
     *
     * @param vertices the job's graph
     * @param matchesByName true if the graph of the checkpoint may differ
     * @param packages the packages whose classes the state may contain
     * @param filter a filter that may reject further classes; null for none
     * @throws CheckpointException if the checkpoint belongs to another pipeline, or cannot be read
     */
    public void restore(
            List<SavedVertex> vertices,
            boolean matchesByName,
            Set<String> packages,
            @Nullable ObjectInputFilter filter) {
        graph = List.copyOf(vertices);
        statePackages = Set.copyOf(packages);
        stateFilter = filter;
        if (origin == null) {
            return;
        }
        try (CheckpointFile file = origin) {
            List<CheckpointFile.Section> saved =
                    file.sections().subList(1, file.sections().size()); // after the definition
            List<SavedVertex> before =
                    SavedVertex.read(new String(file.state(0).readAllBytes(), StandardCharsets.UTF_8));
            Restoration restoration = new Restoration(saved, before, participants, graph, matchesByName);
            for (int i = 0; i < states.size(); i++) {
                for (int section : restoration.sections(i)) {
                    restore(i, file.state(section + 1), restoration.isSame());
                }
            }
            Restoration.Changes changes = restoration.changes();
            if (!changes.created().isEmpty() || !changes.dropped().isEmpty()) {
                LOG.log(
                        Level.WARNING,
                        "The pipeline of job {0} has changed. State kept: {1}; without state: {2}; dropped: {3}",
                        job,
                        changes.kept(),
                        changes.created(),
                        changes.dropped());
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

    private void restore(int participant, InputStream state, boolean isSame) {
        StateClasses classes = classes();
        try (ObjectInputStream in = new JobObjectInput(state, classes)) {
            if (isSame) {
                states.get(participant).restore(in);
            } else {
                states.get(participant).adopt(in);
            }
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

    /** Takes a checkpoint as soon as the one before has ended, unless it has this number already. */
    void request(long attempt) {
        if (attempt <= early) {
            return;
        }
        lock.lock();
        try {
            early = Math.max(early, attempt);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number of the newest checkpoint on the disk. */
    long durable() {
        return durable;
    }

    boolean isLastDurable(Participant participant) {
        lock.lock();
        try {
            return participant.isLastDurable;
        } finally {
            lock.unlock();
        }
    }

    void saved(Participant by, long checkpoint, SavedState state) {
        lock.lock();
        try {
            if (checkpoint == Participant.LAST) {
                by.last = state;
                if (by.hasListener()) {
                    wanted = Math.max(wanted, number + 1); // the tasklet waits for it
                }
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

    /**
     * Takes a checkpoint now, keeps it under a name, and returns its file.
     *
     * @throws CheckpointException if the name is taken, the file cannot be written, or the job ends before
     */
    public Path savepoint(String name) throws InterruptedException {
        Savepoint mine;
        lock.lock();
        try {
            mine = new Savepoint(name, number + 1);
            savepoints.add(mine);
        } finally {
            lock.unlock();
        }
        try {
            checkpoint();
        } finally {
            forget(mine);
        }
        lock.lock();
        try {
            if (mine.file == null) {
                Exception thrown = requireNonNull(mine.failure);
                throw thrown instanceof CheckpointException known
                        ? known
                        : new CheckpointException(
                                "The savepoint " + name + " was not written: " + Failures.describe(thrown), thrown);
            }
            return mine.file;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the names of the savepoints in the folder. */
    public List<String> savepoints() {
        return folder.savepoints();
    }

    /** Removes a savepoint from the folder. Does nothing if there is none of the name. */
    public void removeSavepoint(String name) {
        folder.removeSavepoint(name);
    }

    private void forget(Savepoint savepoint) {
        lock.lock();
        try {
            savepoints.remove(savepoint);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Keeps the checkpoint just written for all callers who asked before it began. It copies the file without the lock,
     * because tasklets need the lock to hand in their states.
     */
    private void keepSavepoints() {
        List<Savepoint> due;
        lock.lock();
        try {
            due = savepoints.stream()
                    .filter(each -> each.attempt <= number && each.file == null)
                    .toList();
        } finally {
            lock.unlock();
        }
        due.forEach(this::keep); // the caller reads the answer after the end of the attempt
    }

    private void keep(Savepoint savepoint) {
        try {
            savepoint.file = folder.keep(number, savepoint.name);
        } catch (IOException | CheckpointException e) {
            savepoint.failure = e;
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
            ended.clear();
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
            long begin = System.nanoTime();
            long nanos = pause();
            while (!closed && wanted <= number && nanos > 0) {
                changed.awaitNanos(nanos);
                nanos = pause() - (System.nanoTime() - begin);
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

    /** Returns the nanoseconds from the end of a checkpoint to the next one, unless a caller requests it. */
    private long pause() {
        long nanos = interval.toNanos();
        return early <= number ? nanos : failure == null ? 0 : Math.min(nanos, RETRY_NANOS);
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
            ended.clear();
            parts.add(new CheckpointFile.Part("", "definition", SavedState.of(SavedVertex.write(graph))));
            for (Participant each : participants) {
                SavedState state = requireNonNull(stateOf(each));
                parts.add(new CheckpointFile.Part(each.vertex(), each.name(), state));
                if (state == each.last) {
                    ended.add(each);
                }
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
            bytes = folder.write(number, parts);
            keepSavepoints();
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
            if (thrown == null) {
                durable = number;
                ended.forEach(each -> each.isLastDurable = true);
            }
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
