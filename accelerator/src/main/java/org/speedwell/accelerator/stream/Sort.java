package org.speedwell.accelerator.stream;

import java.util.Comparator;
import java.util.Spliterator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.speedwell.accelerator.kernel.FirstElements;
import org.speedwell.accelerator.memory.WorkingMemory;

/**
 * The sort of a stream.
 *
 * @param input the stream to sort, which nothing else uses
 * @param wanted the number of elements that the sort must keep
 */
record Sort<E>(Stream<E> input, Comparator<? super E> order, Wanted wanted, WorkingMemory memory) {

    /** Returns the sorted stream, which reads the input when its terminal operation starts. Call it once. */
    Stream<E> stream() {
        return StreamSupport.stream(this::sorted, Spliterator.ORDERED, false).onClose(input::close);
    }

    private Spliterator<E> sorted() {
        long most = wanted.count();
        return input.collect(() -> new FirstElements<E>(order, most, memory), FirstElements::add, FirstElements::append)
                .sorted();
    }
}
