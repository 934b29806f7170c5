package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.AbsentColumnException;

/**
 * A stream over a table that has columns outside memory. It runs in memory. If an operation needs such a column, the
 * stream repeats all its operations on a stream from the database. A user's function still sees each element only once.
 * An entity needs every column, so the first entity fails before any function has seen it.
 */
public final class RoutedStream {
    private RoutedStream() {}

    /** Returns a stream that runs in memory, and on the database if it must. */
    public static <E> Stream<E> of(Stream<E> memory, Supplier<Stream<E>> database) {
        Pipeline<E> pipeline = new Pipeline<>(new StreamState(false, FallbackListener.SILENT, null), database);
        return Stage.stream(memory, new Routed<>(pipeline, List.of(), memory, true));
    }

    /**
     * The shared state of the stages of one pipeline. It keeps the close handlers, because Speedment's streams close
     * themselves when they end.
     */
    private record Pipeline<E>(StreamState state, Supplier<Stream<E>> database) {
        Stream<E> open() {
            Stream<E> stream = database.get();
            state.onClose(stream::close);
            return StreamState.setParallel(stream, state.isParallel());
        }
    }

    private static final class Routed<E, S extends BaseStream<?, S>> extends SingleUseStage<S> {
        private final Pipeline<E> pipeline;

        /** All operations between the table's stream and this stage. */
        private final List<Operation<?, ?>> operations;

        private S target;
        private boolean inMemory;

        Routed(Pipeline<E> pipeline, List<Operation<?, ?>> operations, S target, boolean inMemory) {
            super(pipeline.state);
            this.pipeline = pipeline;
            this.operations = operations;
            this.target = target;
            this.inMemory = inMemory;
        }

        @Override
        public <R extends @Nullable Object> R run(Operation<S, R> operation) {
            link();
            if (operation.method().isOpening()) { // an absent column would show only when elements are read
                switchToDatabase();
            }
            R result = result(operation);
            return operation.method().isIntermediate() ? next(operation, result) : result;
        }

        private <R extends @Nullable Object> R result(Operation<S, R> operation) {
            try {
                return operation.on(target);
            } catch (AbsentColumnException e) {
                if (!inMemory) {
                    throw e;
                }
                switchToDatabase();
                return operation.on(target);
            }
        }

        @SuppressWarnings("unchecked") // an intermediate operation returns a stream
        private <T extends BaseStream<?, T>, R extends @Nullable Object> R next(Operation<S, R> operation, R stream) {
            List<Operation<?, ?>> all = new ArrayList<>(operations);
            all.add(operation);
            T next = (T) requireNonNull(stream);
            return (R) Stage.stream(next, new Routed<>(pipeline, all, next, inMemory));
        }

        @SuppressWarnings("unchecked") // the operations lead to this stage
        private void switchToDatabase() {
            if (inMemory) {
                inMemory = false;
                target = (S) requireNonNull(RecordedStream.replay(operations, pipeline.open()));
            }
        }

        @Override
        public void setParallel(boolean parallel) {
            super.setParallel(parallel);
            target = StreamState.setParallel(target, parallel);
        }
    }
}
