package org.speedwell.accelerator.stream;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.BaseStream;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Does the operations of a {@link ForwardingStream} or one of its primitive kin. Arguments come checked. For one thread, as
 * streams are.
 *
 * @param <S> the kind of stream
 */
interface Stage<S extends BaseStream<?, S>> {

    /**
     * An intermediate operation.
     *
     * @param operation the name of the stream's method
     * @param function the user's function that is run on the elements themselves, if there is one
     */
    <T extends BaseStream<?, T>> T next(String operation, @Nullable Object function, Function<S, T> call);

    /**
     * Does {@code skip} or {@code limit}.
     *
     * @param size the number of elements to skip, or to keep
     */
    default S window(String operation, long size, Function<S, S> call) {
        return next(operation, null, call);
    }

    /** A terminal operation; the parameters are those of {@link #next}. */
    <R extends @Nullable Object> R end(String operation, @Nullable Object function, Function<S, R> call);

    /** A terminal operation that hands out the elements one by one, later. */
    default <R> R open(String operation, Function<S, R> call) {
        return end(operation, null, call);
    }

    default <T extends BaseStream<?, T>> T next(String operation, Function<S, T> call) {
        return next(operation, null, call);
    }

    default <R extends @Nullable Object> R end(String operation, Function<S, R> call) {
        return end(operation, null, call);
    }

    /** A terminal operation without a result. */
    default void run(String operation, Consumer<S> call) {
        this.<@Nullable Object>end(operation, null, stream -> {
            call.accept(stream);
            return null;
        });
    }

    boolean isParallel();

    void setParallel(boolean parallel);

    /**
     * @throws IllegalStateException if the stream has been used
     * @throws NullPointerException if the handler is null
     */
    void addCloseHandler(Runnable handler);

    void close();

    /**
     * A number of elements that is no negative one.
     *
     * @throws IllegalArgumentException if it is, as the JDK's streams throw it
     */
    static long requireSize(long size) {
        if (size < 0) {
            throw new IllegalArgumentException(Long.toString(size));
        }
        return size;
    }

    /** A stream whose operations are done by a stage, of the same kind as another. */
    @SuppressWarnings("unchecked") // S is one of the four kinds, and the stream one of the same
    static <S extends BaseStream<?, S>> S stream(S kind, Stage<S> stage) {
        return (S)
                switch (kind) {
                    case Stream<?> _ -> objects((Stage<Stream<Object>>) stage);
                    case IntStream _ ->
                        new ForwardingIntStream() {
                            @Override
                            Stage<IntStream> stage() {
                                return (Stage<IntStream>) stage;
                            }
                        };
                    case LongStream _ ->
                        new ForwardingLongStream() {
                            @Override
                            Stage<LongStream> stage() {
                                return (Stage<LongStream>) stage;
                            }
                        };
                    case DoubleStream _ ->
                        new ForwardingDoubleStream() {
                            @Override
                            Stage<DoubleStream> stage() {
                                return (Stage<DoubleStream>) stage;
                            }
                        };
                    default -> throw new IllegalArgumentException("no kind of stream: " + kind.getClass());
                };
    }

    private static <E> Stream<E> objects(Stage<Stream<E>> stage) {
        return new ForwardingStream<>() {
            @Override
            Stage<Stream<E>> stage() {
                return stage;
            }
        };
    }
}
