package org.speedwell.accelerator.stream;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.lambda.Known;
import org.speedwell.accelerator.lambda.KnownEmission;

/**
 * A stream over a table that no stream of the JDK runs yet: its mode, its close handlers and its single use. It is its own stage.
 * Subclasses do some operations on columns; a stream of the JDK goes on with any other.
 */
abstract class TableStream<E> extends ForwardingObjectStream<E> implements Stage<Stream<E>> {
    final StreamState state;
    private boolean linked;

    TableStream(StreamState state) {
        this.state = state;
    }

    /** Returns the stream that goes on. The operation that links or consumes this stream calls it, at most once. */
    abstract Stream<E> jdk();

    /** Does as {@link #jdk}, for an operation with a function of the user's that is run on the elements themselves. */
    Stream<E> opaque(Operation<Stream<E>, ?> operation) {
        return jdk();
    }

    /** Returns what the function of {@code mapMulti} hands on, as a filter and a map; null if that is not known. */
    @Nullable
    KnownEmission<E> emission(Operation.Emit<E, ?> operation) {
        return null;
    }

    @Override
    final Stage<Stream<E>> stage() {
        return this;
    }

    @Override
    public <R extends @Nullable Object> R run(Operation<Stream<E>, R> operation) {
        if (operation instanceof Operation.Emit<E, R> emit) {
            KnownEmission<E> known = emission(emit);
            if (known != null) {
                Known<E, Boolean> condition = known.condition();
                return emit.known().apply(condition == null ? this : filter(condition), known);
            }
        }
        return operation.on(operation.function() == null ? jdk() : opaque(operation));
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
