package org.speedwell.streaming.checkpoint;

import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Stateful;

/** One tasklet's part in the checkpoints of its job. Methods are for the tasklet's thread. */
public final class Participant {
    private final String name;
    private final @Nullable Checkpointer checkpointer;

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

    /** Hands in the state for a checkpoint. */
    public void save(long checkpoint, Stateful state) {
        if (checkpointer != null) {
            checkpointer.saved(this, checkpoint, SavedState.of(name, state));
        }
    }

    /** Hands in the state that will not change any more. */
    public void finish(Stateful state) {
        if (checkpointer != null) {
            checkpointer.finished(this, SavedState.of(name, state));
        }
    }

    String name() {
        return name;
    }
}
