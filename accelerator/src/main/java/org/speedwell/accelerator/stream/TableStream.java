package org.speedwell.accelerator.stream;

import java.util.stream.Collector;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.collect.CollectorShape;
import org.speedwell.accelerator.collect.ColumnCollector;
import org.speedwell.accelerator.lambda.AnalyzedEmission;
import org.speedwell.accelerator.lambda.AnalyzedFunction;

/**
 * A stream over a table that no JDK stream runs yet. It has a mode, close handlers and a single use, and it is its own
 * stage. Subclasses evaluate some operations on columns. A JDK stream continues with every other operation.
 */
abstract class TableStream<E> extends ForwardingObjectStream<E> implements Stage<Stream<E>> {
    final StreamState state;
    private boolean linked;

    TableStream(StreamState state) {
        this.state = state;
    }

    /**
     * Returns the JDK stream that continues the pipeline. The operation that links or consumes this stream calls it, at
     * most once.
     */
    abstract Stream<E> jdk();

    /** Returns the stream that continues with an operation whose user function runs on the elements themselves. */
    Stream<E> opaque(Operation<Stream<E>, ?> operation) {
        return jdk();
    }

    /** Returns the function of a {@code mapMulti} as a filter and a map; null if the function is opaque. */
    @Nullable
    AnalyzedEmission<E> emission(Operation<Stream<E>, ?> operation) {
        return null;
    }

    /** Returns the shape of a collector of the elements; null if columns cannot run it. */
    @Nullable
    CollectorShape shape(Collector<?, ?, ?> collector) {
        return collector instanceof ColumnCollector<?, ?> known ? known.shape() : null;
    }

    @Override
    final Stage<Stream<E>> stage() {
        return this;
    }

    @Override
    public <R extends @Nullable Object> R run(Operation<Stream<E>, R> operation) {
        AnalyzedEmission<E> emission = emission(operation);
        if (emission != null) {
            return emitted(operation, emission);
        }
        return operation.on(operation.function() == null ? jdk() : opaque(operation));
    }

    /** Runs {@code mapMulti} as a filter and a map. */
    @SuppressWarnings("unchecked") // each operation returns the stream of its method
    final <R extends @Nullable Object> R emitted(Operation<Stream<E>, R> operation, AnalyzedEmission<E> known) {
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

    /**
     * Returns the same elements as a stream of unknown size, so that {@code count} calls the functions of later
     * operations.
     */
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

    /** Marks the stream as used. Each operation calls it first. */
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
