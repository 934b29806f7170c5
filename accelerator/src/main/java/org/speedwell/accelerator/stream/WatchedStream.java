package org.speedwell.accelerator.stream;

import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A stream whose terminal operation runs inside of a watch. */
public final class WatchedStream {
    private WatchedStream() {}

    /** Runs terminal operations. */
    public interface Watch {
        /**
         * Runs a terminal operation, and returns what it returns.
         *
         * @param operations the pipeline's operations, joined by points
         * @param isParallel whether other threads may take part
         */
        <R extends @Nullable Object> R answer(String operations, boolean isParallel, Supplier<R> terminal);

        /** Makes an iterator or spliterator, and returns it or one that takes its place. */
        default <R> R open(Supplier<R> terminal) {
            return terminal.get();
        }
    }

    /** Returns the stream, inside of a watch. */
    public static <E> Stream<E> of(Stream<E> stream, Watch watch) {
        return Stage.stream(stream, new Watched<>(stream, "", watch));
    }

    /** Operations are those called before, each followed by a point. */
    private record Watched<S extends BaseStream<?, S>>(S target, String operations, Watch watch)
            implements StageOfStream<S> {
        @Override
        public <T extends BaseStream<?, T>> T next(String operation, @Nullable Object function, Function<S, T> call) {
            T next = call.apply(target);
            return Stage.stream(next, new Watched<>(next, operations + operation + '.', watch));
        }

        @Override
        public <R extends @Nullable Object> R end(String operation, @Nullable Object function, Function<S, R> call) {
            return watch.answer(operations + operation, target.isParallel(), () -> call.apply(target));
        }

        @Override
        public <R> R open(String operation, Function<S, R> call) {
            return watch.open(() -> call.apply(target));
        }
    }
}
