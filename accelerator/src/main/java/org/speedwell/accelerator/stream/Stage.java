package org.speedwell.accelerator.stream;

import java.util.stream.BaseStream;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A stage of a pipeline, which runs the operations of one stream. For one thread, like all streams.
 *
 * @param <S> the kind of stream
 */
interface Stage<S extends BaseStream<?, S>> {

    /**
     * Runs an operation.
     *
     * @throws IllegalStateException if the stream has been used
     */
    <R extends @Nullable Object> R run(Operation<S, R> operation);

    boolean isParallel();

    void setParallel(boolean parallel);

    /**
     * Adds a handler that runs when the pipeline is closed.
     *
     * @throws IllegalStateException if the stream has been used
     * @throws NullPointerException if the handler is null
     */
    void addCloseHandler(Runnable handler);

    void close();

    /**
     * Returns a number of elements, which must not be negative.
     *
     * @throws IllegalArgumentException if it is negative, with the message of the JDK's streams
     */
    static long requireSize(long size) {
        if (size < 0) {
            throw new IllegalArgumentException(Long.toString(size));
        }
        return size;
    }

    /** Returns a stream of the same kind as {@code kind}, whose operations the stage runs. */
    @SuppressWarnings("unchecked") // S is one of the four kinds, and so is the result
    static <S extends BaseStream<?, S>> S stream(S kind, Stage<S> stage) {
        return (S)
                switch (kind) {
                    case Stream<?> _ -> ForwardingObjectStream.of((Stage<Stream<Object>>) stage);
                    case IntStream _ -> ForwardingIntStream.of((Stage<IntStream>) stage);
                    case LongStream _ -> ForwardingLongStream.of((Stage<LongStream>) stage);
                    case DoubleStream _ -> ForwardingDoubleStream.of((Stage<DoubleStream>) stage);
                    default -> throw new IllegalArgumentException("unexpected kind of stream: " + kind.getClass());
                };
    }
}
