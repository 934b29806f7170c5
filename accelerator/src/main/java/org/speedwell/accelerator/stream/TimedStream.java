package org.speedwell.accelerator.stream;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A stream whose terminal operation somebody times. */
public final class TimedStream {
    private TimedStream() {}

    /** Asked when a terminal operation begins. */
    @FunctionalInterface
    public interface Watch {
        /** What is told when it has ended, also with an exception: the pipeline's operations, joined by points. */
        Consumer<String> begun();
    }

    /** The stream, its terminal operation watched, unless that only hands out an iterator or spliterator. */
    public static <E> Stream<E> of(Stream<E> stream, Watch watch) {
        return Stage.stream(stream, new Timed<>(stream, "", watch));
    }

    /** Operations are those called before, each followed by a point. */
    private record Timed<S extends BaseStream<?, S>>(S target, String operations, Watch watch) implements Stage<S> {
        @Override
        public <T extends BaseStream<?, T>> T next(String operation, @Nullable Object function, Function<S, T> call) {
            T next = call.apply(target);
            return Stage.stream(next, new Timed<>(next, operations + operation + '.', watch));
        }

        @Override
        public <R extends @Nullable Object> R end(String operation, @Nullable Object function, Function<S, R> call) {
            Consumer<String> ended = watch.begun();
            try {
                return call.apply(target);
            } finally {
                ended.accept(operations + operation);
            }
        }

        @Override
        public <R> R open(String operation, Function<S, R> call) {
            return call.apply(target);
        }

        @Override
        public boolean isParallel() {
            return target.isParallel();
        }

        @Override
        public void setParallel(boolean parallel) {
            StreamState.setParallel(target, parallel);
        }

        @Override
        public void addCloseHandler(Runnable handler) {
            var _ = target.onClose(handler);
        }

        @Override
        public void close() {
            target.close();
        }
    }
}
