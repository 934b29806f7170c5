package org.speedwell.accelerator.stream;

import java.util.function.Function;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A stream over a table that no stream of the JDK runs yet: its mode, its close handlers and its single use. */
abstract class TableStream<E> extends ForwardingStream<E> implements Stage<Stream<E>> {
    final StreamState state;
    private boolean linked;

    TableStream(StreamState state) {
        this.state = state;
    }

    /** The stream of the JDK that goes on: called at most once, by the operation that links or consumes this stream. */
    abstract Stream<E> jdk();

    /** As {@link #jdk}, for an operation with a function of the user's that is run on the elements themselves. */
    Stream<E> opaque(String operation, Object function) {
        return jdk();
    }

    @Override
    final Stage<Stream<E>> stage() {
        return this;
    }

    @Override
    public final <T extends BaseStream<?, T>> T next(
            String operation, @Nullable Object function, Function<Stream<E>, T> call) {
        return end(operation, function, call);
    }

    @Override
    public final <R extends @Nullable Object> R end(
            String operation, @Nullable Object function, Function<Stream<E>, R> call) {
        return call.apply(function == null ? jdk() : opaque(operation, function));
    }

    @Override
    public final boolean isParallel() {
        return state.isParallel();
    }

    @Override
    public final void setParallel(boolean parallel) {
        state.setParallel(parallel);
    }

    @Override
    public void addCloseHandler(Runnable handler) {
        requireUnlinked();
        state.onClose(handler);
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
            throw StreamState.used();
        }
    }
}
