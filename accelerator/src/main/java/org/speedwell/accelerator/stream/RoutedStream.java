package org.speedwell.accelerator.stream;

import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.AbsentColumnException;

/**
 * A stream over a table of which columns are not loaded. It runs in memory; where it turns out to need such a column, all
 * its operations are done anew on a stream from the database. Users' functions see each element once: an entity needs
 * every column, so that the first one that is asked for fails before any function has seen it.
 */
public final class RoutedStream {
    private RoutedStream() {}

    /** The stream in memory, as long as that will do. */
    public static <E> Stream<E> of(Stream<E> memory, Supplier<Stream<E>> database) {
        Pipeline<E> pipeline = new Pipeline<>(new StreamState(false, FallbackListener.SILENT, null), database);
        return Stage.stream(memory, new Routed<>(pipeline, Function.identity(), memory, true));
    }

    /**
     * What the stages of one pipeline share. Close handlers are kept here: streams of Speedment's close themselves at their
     * end.
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

        /** All operations from the table's stream to this stage's. */
        private final Function<Stream<E>, S> operations;

        private S target;
        private boolean inMemory;

        Routed(Pipeline<E> pipeline, Function<Stream<E>, S> operations, S target, boolean inMemory) {
            super(pipeline.state);
            this.pipeline = pipeline;
            this.operations = operations;
            this.target = target;
            this.inMemory = inMemory;
        }

        @Override
        public <T extends BaseStream<?, T>> T next(String operation, @Nullable Object function, Function<S, T> call) {
            T next = end(operation, function, call);
            return Stage.stream(next, new Routed<>(pipeline, operations.andThen(call), next, inMemory));
        }

        @Override
        public <R extends @Nullable Object> R end(String operation, @Nullable Object function, Function<S, R> call) {
            link();
            try {
                return call.apply(target);
            } catch (AbsentColumnException e) {
                if (!inMemory) {
                    throw e;
                }
                goToDatabase();
                return call.apply(target);
            }
        }

        /** Whether the columns will do shows only when elements are asked for. */
        @Override
        public <R> R open(String operation, Function<S, R> call) {
            link();
            goToDatabase();
            return call.apply(target);
        }

        private void goToDatabase() {
            if (inMemory) {
                inMemory = false;
                target = operations.apply(pipeline.open());
            }
        }

        @Override
        public void setParallel(boolean parallel) {
            super.setParallel(parallel);
            target = StreamState.setParallel(target, parallel);
        }
    }
}
