package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.stream.Stream;

/** A stream over a table that no stream of the JDK runs yet: its mode, its close handlers and its single use. */
abstract class TableStream<E> extends ForwardingStream<E> {
    final StreamState state;
    private boolean linked;

    TableStream(StreamState state) {
        this.state = state;
    }

    @Override
    public final Stream<E> sequential() {
        state.setParallel(false);
        return this;
    }

    @Override
    public final Stream<E> parallel() {
        state.setParallel(true);
        return this;
    }

    @Override
    public final Stream<E> unordered() {
        return this;
    }

    @Override
    public final boolean isParallel() {
        return state.isParallel();
    }

    @Override
    public final Stream<E> onClose(Runnable closeHandler) {
        requireUnlinked();
        state.onClose(requireNonNull(closeHandler));
        return this;
    }

    @Override
    public final void close() {
        linked = true;
        state.close();
    }

    /** To be called by each operation. */
    final void link() {
        requireUnlinked();
        linked = true;
    }

    final void requireUnlinked() {
        if (linked) {
            throw new IllegalStateException("stream has already been operated upon or closed");
        }
    }
}
