package org.speedwell.accelerator.kernel;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Spliterator;
import java.util.Spliterators;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.WorkingMemory;

/**
 * The first elements of a stream in the order of a comparator. It holds at most twice as many elements as requested.
 * Equal elements keep the order in which the caller adds them. For one thread.
 */
public final class FirstElements<E> {
    /** The number of elements that each reservation of query memory covers. */
    private static final int STEP = 1_024;

    /** The assumed size of an element of an unknown class: an object that refers to two others. */
    private static final int BYTES_OF_OBJECT = 96;

    /** The bytes that one element takes in the arrays while they grow and during a sort. */
    private static final int BYTES_OF_PLACES = 24;

    private static final int MAX_SIZE = Integer.MAX_VALUE - 8;
    private static final int BYTES_OF_HEADER = 16;

    private final Comparator<? super E> order;
    private final long limit;
    private final WorkingMemory memory;
    private @Nullable Object[] elements = new Object[16];
    private int size;

    /** The number of elements for which this object has reserved query memory. */
    private int counted;

    /**
     * True if the first {@code limit} elements are sorted. Later elements count only if they are smaller than the last
     * of them.
     */
    private boolean isFull;

    /**
     * Creates an empty instance.
     *
     * @param limit the number of elements to keep, at least 1; {@link Long#MAX_VALUE} for all
     */
    public FirstElements(Comparator<? super E> order, long limit, WorkingMemory memory) {
        this.order = order;
        this.limit = limit;
        this.memory = memory;
    }

    /** Returns whether a later element is certainly not among the first. False means that it may be. */
    public boolean isBeyond(E element) {
        return isFull && order.compare(element, at((int) limit - 1)) >= 0;
    }

    /** Adds an element that follows all elements added so far. */
    public void add(E element) {
        if (isBeyond(element)) {
            return;
        }
        if (size == elements.length) {
            makeRoom();
        }
        if (size == counted) {
            memory.add((long) STEP * bytes(element));
            counted += STEP;
        }
        elements[size++] = element;
    }

    /** Adds the elements of another instance. They follow all elements added so far. */
    public void append(FirstElements<E> later) {
        for (int place = 0; place < later.size; place++) {
            add(later.at(place));
        }
    }

    private void makeRoom() {
        if (size / 2 >= limit) {
            sort();
            isFull = true;
        } else {
            if (size == MAX_SIZE) {
                throw new IllegalStateException(
                        "A sort can hold at most %,d elements. Filter or limit the stream.".formatted(MAX_SIZE));
            }
            elements = Arrays.copyOf(elements, (int) Math.min(MAX_SIZE, size + (size / 2L)));
        }
    }

    private void sort() {
        Arrays.sort(elements, 0, size, (a, b) -> order.compare(element(a), element(b)));
        int kept = (int) Math.min(size, limit);
        Arrays.fill(elements, kept, size, null);
        size = kept;
    }

    /** Returns the first elements in order. Call it once, after the last element. */
    public Spliterator<E> sorted() {
        sort();
        return Spliterators.spliterator(elements, 0, size, Spliterator.ORDERED);
    }

    private E at(int place) {
        return element(elements[place]);
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // the array holds only elements, which may be null
    private E element(@Nullable Object element) {
        return (E) element;
    }

    private static int bytes(@Nullable Object element) {
        return BYTES_OF_PLACES
                + switch (element) {
                    case int[] tuple -> BYTES_OF_HEADER + tuple.length * Integer.BYTES;
                    case Number _ -> BYTES_OF_HEADER + Long.BYTES;
                    case null, default -> BYTES_OF_OBJECT;
                };
    }
}
