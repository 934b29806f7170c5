package org.speedwell.streaming.recovery;

import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.checkpoint.CheckpointListener;
import org.speedwell.streaming.engine.BlockingWork;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Stateful;

/**
 * The part of one tasklet in the checkpoints of its job. Its methods are for the tasklet's thread, unless they say
 * otherwise.
 */
public final class Participant {
    /**
     * The number that replaces the number of a checkpoint if the state does not change any more. Such a state is part
     * of all later checkpoints.
     */
    public static final long LAST = Long.MAX_VALUE;

    private final String vertex;
    private final String name;
    private final @Nullable Checkpointer checkpointer;

    /** The serialization that runs, or that is done but not yet handed in. */
    private @Nullable FutureTask<SavedState> serializing;

    /** The thread of the last serialization. */
    private volatile @Nullable Thread serializer;

    private @Nullable CheckpointListener listener;

    /** The newest durable checkpoint that the listener knows. */
    private long announced;

    /** The checkpoint for which the tasklet has handed in its state last. */
    private long passed;

    /** The checkpoint of {@code saved}. The checkpointer's lock guards this and all following fields. */
    long savedFor;

    @Nullable
    SavedState saved;

    /** The state of a tasklet that has ended. It is part of all later checkpoints. */
    @Nullable
    SavedState last;

    /** True if a durable checkpoint contains {@code last}. */
    boolean isLastDurable;

    Participant(String vertex, String name, @Nullable Checkpointer checkpointer) {
        this.vertex = vertex;
        this.name = name;
        this.checkpointer = checkpointer;
    }

    /** Creates a participant of a job without checkpoints. */
    public static Participant ofNone(String name) {
        return new Participant(name, name, null);
    }

    /** Returns the newest checkpoint that the checkpointer requested. Sources send a barrier when it rises. */
    public long requested() {
        return checkpointer == null ? 0 : checkpointer.requested();
    }

    /** Sets the source or sink of the tasklet. It learns of durable checkpoints if it is a listener. */
    public void listen(Object sourceOrSink) {
        listener = sourceOrSink instanceof CheckpointListener listening ? listening : null;
        announced = requested();
        passed = requested();
    }

    /**
     * Returns whether the listener takes events now. If it needs a checkpoint, this requests one. Until the barrier has
     * arrived, the listener takes all events, because the barrier may be behind them.
     */
    public boolean takesEvents() {
        CheckpointListener told = listener;
        if (told == null || checkpointer == null || !told.needsCheckpoint() || checkpointer.requested() > passed) {
            return true;
        }
        checkpointer.request(passed + 1);
        return false;
    }

    /**
     * Tells the listener if the state handed in last is durable. The tasklet must call this after it learns of a new
     * checkpoint and before it hands in the state for it.
     */
    public void announce() {
        CheckpointListener told = listener;
        if (told != null && checkpointer != null && checkpointer.durable() > announced) {
            announced = checkpointer.durable();
            told.checkpointed();
        }
    }

    /**
     * Returns whether the listener knows that the state handed in for {@link #LAST} is durable, and tells it if so. True
     * without a listener or without checkpoints.
     */
    public boolean isAnnounced() {
        CheckpointListener told = listener;
        if (told == null || checkpointer == null) {
            return true;
        }
        if (!checkpointer.isLastDurable(this)) {
            return false;
        }
        listener = null;
        told.checkpointed();
        return true;
    }

    boolean hasListener() {
        return listener != null;
    }

    /**
     * Serializes the state and hands it in immediately. For small states.
     *
     * @param checkpoint the number of the checkpoint, or {@link #LAST}
     */
    public void saveNow(long checkpoint, Stateful state) {
        if (checkpointer != null) {
            checkpointer.saved(this, checkpoint, SavedState.of(name, state, checkpointer.classes()));
        }
    }

    /**
     * Hands in the state, which a virtual thread serializes because that may take long. The first call starts the
     * serialization. The first call after its end hands the state in.
     *
     * @param checkpoint the number of the checkpoint, or {@link #LAST}
     * @return whether the state is handed in; if not, the caller must not change it while {@link #isSaving}, and must
     * call again
     */
    public boolean save(long checkpoint, Stateful state) {
        if (checkpointer == null) {
            return true;
        }
        FutureTask<SavedState> task = serializing;
        if (task == null) {
            StateClasses classes = checkpointer.classes();
            task = new FutureTask<>(() -> SavedState.of(name, state, classes));
            serializer = BlockingWork.start("speedwell-state-" + name, task);
            serializing = task;
        }
        if (!task.isDone()) {
            return false;
        }
        checkpointer.saved(this, checkpoint, result(task));
        passed = checkpoint;
        serializing = null;
        return true;
    }

    private SavedState result(FutureTask<SavedState> done) {
        if (done.state() == Future.State.SUCCESS) {
            return done.resultNow();
        }
        Throwable thrown = done.exceptionNow();
        if (thrown instanceof RuntimeException exception) {
            throw exception;
        }
        if (thrown instanceof Error error) {
            throw error;
        }
        throw new CheckpointException(
                "The state of " + name + " cannot be saved: " + Failures.describe(thrown), thrown);
    }

    /** Waits until no serialization runs. For other threads, after the tasklet has ended. */
    public void awaitSave() {
        Thread thread = serializer;
        if (thread != null) {
            BlockingWork.join(thread);
        }
    }

    /** Returns whether a serialization runs. */
    public boolean isSaving() {
        return serializing != null && !serializing.isDone();
    }

    /** Returns the name of the vertex of the job's graph that the tasklet belongs to. */
    String vertex() {
        return vertex;
    }

    String name() {
        return name;
    }
}
