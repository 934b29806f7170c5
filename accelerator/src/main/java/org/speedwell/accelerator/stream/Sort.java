package org.speedwell.accelerator.stream;

import java.util.Comparator;
import java.util.Spliterator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.speedwell.accelerator.memory.WorkingMemory;

/**
 * A sort of a stream. Where only its first elements are wanted, as the operations behind it may tell until the terminal
 * operation starts, it holds no others. For one thread.
 */
final class Sort<E> {
    private final Stream<E> input;
    private final Comparator<? super E> order;
    private final WorkingMemory memory;
    private long skipped;
    private long most = Long.MAX_VALUE;

    /** Sorts {@code input}, which nothing else may use. */
    Sort(Stream<E> input, Comparator<? super E> order, WorkingMemory memory) {
        this.input = input;
        this.order = order;
        this.memory = memory;
    }

    /** Returns the sorted stream, which reads the input when its terminal operation starts. To be called once. */
    Stream<E> stream() {
        return StreamSupport.stream(this::sorted, Spliterator.ORDERED, false).onClose(input::close);
    }

    private Spliterator<E> sorted() {
        long wanted = most;
        return input.collect(
                        () -> new FirstElements<E>(order, wanted, memory), FirstElements::add, FirstElements::append)
                .sorted();
    }

    /** Notes that the stream after the sort skips this many elements. */
    void skip(long count) {
        skipped = sum(skipped, count);
    }

    /** Notes that the stream takes at most this many elements after the sort and what it skips. */
    void limit(long count) {
        most = Math.min(most, sum(skipped, count));
    }

    private static long sum(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }
}
