package org.speedwell.accelerator.stream;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.lambda.AnalyzedFunction;
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
    KnownEmission<E> emission(Operation<Stream<E>, ?> operation) {
        return null;
    }

    @Override
    final Stage<Stream<E>> stage() {
        return this;
    }

    @Override
    public <R extends @Nullable Object> R run(Operation<Stream<E>, R> operation) {
        KnownEmission<E> emission = emission(operation);
        if (emission != null) {
            return emitted(operation, emission);
        }
        return operation.on(operation.function() == null ? jdk() : opaque(operation));
    }

    /** Does {@code mapMulti} as a filter and a map. */
    @SuppressWarnings("unchecked") // each operation returns the stream that its method returns
    final <R extends @Nullable Object> R emitted(Operation<Stream<E>, R> operation, KnownEmission<E> known) {
        AnalyzedFunction<E, Boolean> condition = known.condition();
        Stream<E> emitting = condition == null ? unsized() : filter(condition);
        return (R)
                switch (operation.method()) {
                    case MAP_MULTI_TO_INT -> emitting.mapToInt(known.value());
                    case MAP_MULTI_TO_LONG -> emitting.mapToLong(known.value());
                    case MAP_MULTI_TO_DOUBLE -> emitting.mapToDouble(known.value());
                    default -> emitting.map(known.value());
                };
    }

    /** Returns the same elements as a stream that does not know its size, so that {@code count} calls the functions behind. */
    Stream<E> unsized() {
        state.hideSize();
        return this;
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
