package org.speedwell.streaming.recovery;

import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.engine.BlockingWork;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Stateful;

/** One tasklet's part in the checkpoints of its job. Methods are for the tasklet's thread. */
public final class Participant {
    /** In place of a checkpoint: the state will not change any more, and counts for all checkpoints from now on. */
    public static final long LAST = Long.MAX_VALUE;

    private final String name;
    private final @Nullable Checkpointer checkpointer;

    /** Under way, or done and not handed in. */
    private @Nullable FutureTask<SavedState> serializing;

    /** What serialized last. */
    private volatile @Nullable Thread serializer;

    /** Guarded by the checkpointer's lock, as all that follows. */
    long savedFor;

    @Nullable
    SavedState saved;

    /** What it was when it was over: counts for every checkpoint from then on. */
    @Nullable
    SavedState last;

    Participant(String name, @Nullable Checkpointer checkpointer) {
        this.name = name;
        this.checkpointer = checkpointer;
    }

    /** One of a job that takes no checkpoints. */
    public static Participant ofNone(String name) {
        return new Participant(name, null);
    }

    /** The newest checkpoint asked for; for sources, which send a barrier when it rises. */
    public long requested() {
        return checkpointer == null ? 0 : checkpointer.requested();
    }

    /** Hands in the state for a checkpoint, or the {@link #LAST}, serialized at once: for what is small. */
    public void saveNow(long checkpoint, Stateful state) {
        if (checkpointer != null) {
            checkpointer.saved(this, checkpoint, SavedState.of(name, state, checkpointer.classes()));
        }
    }

    /**
     * Hands in the state for a checkpoint, or the {@link #LAST}, serialized by a virtual thread, as that may take long: a
     * call begins it, and the next after it is done hands it in.
     *
     * @return whether it is handed in; if not, the state must not change while {@link #isSaving}, then call again
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

    /** Waits until nothing is being serialized; on another thread than the tasklet's, once that is over. */
    public void awaitSave() {
        Thread thread = serializer;
        if (thread != null) {
            BlockingWork.join(thread);
        }
    }

    /** Whether the state is being serialized. */
    public boolean isSaving() {
        return serializing != null && !serializing.isDone();
    }

    String name() {
        return name;
    }
}
