package org.speedwell.accelerator.stream;

import java.util.stream.BaseStream;

/** A stage that does its operations on another stream, whose mode and close handlers it shares. */
interface StageOfStream<S extends BaseStream<?, S>> extends Stage<S> {
    /** Returns the other stream. */
    S target();

    @Override
    default boolean isParallel() {
        return target().isParallel();
    }

    @Override
    default void setParallel(boolean parallel) {
        StreamState.setParallel(target(), parallel);
    }

    @Override
    default void addCloseHandler(Runnable handler) {
        var _ = target().onClose(handler);
    }

    @Override
    default void close() {
        target().close();
    }
}
