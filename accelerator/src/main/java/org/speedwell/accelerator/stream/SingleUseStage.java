package org.speedwell.accelerator.stream;

import java.util.stream.BaseStream;

/** A stage for one use. It shares the mode and the close handlers of its pipeline. */
abstract class SingleUseStage<S extends BaseStream<?, S>> implements Stage<S> {
    final StreamState state;
    private boolean linked;

    SingleUseStage(StreamState state) {
        this.state = state;
    }

    @Override
    public final boolean isParallel() {
        return state.isParallel();
    }

    @Override
    public void setParallel(boolean parallel) {
        state.setParallel(parallel);
    }

    @Override
    public final void addCloseHandler(Runnable handler) {
        requireUnlinked();
        state.onClose(handler);
    }

    @Override
    public final void close() {
        linked = true;
        state.close();
    }

    /** Marks the stage as used. Each operation calls it first. */
    final void link() {
        requireUnlinked();
        linked = true;
    }

    private void requireUnlinked() {
        if (linked) {
            throw StreamState.used();
        }
    }
}
