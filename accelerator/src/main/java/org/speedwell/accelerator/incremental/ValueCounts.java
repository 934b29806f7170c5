package org.speedwell.accelerator.incremental;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Distinct values, and how often each occurs. Null is not a value. */
final class ValueCounts<V> {
    private final Map<V, Long> counts;
    private long total;
    private long bytes = HeapBytes.OBJECT;

    private ValueCounts(Map<V, Long> counts) {
        this.counts = counts;
    }

    /** Returns an empty instance whose values are sorted in their natural order. */
    static <V extends Comparable<? super V>> ValueCounts<V> sorted() {
        return new ValueCounts<>(new TreeMap<>());
    }

    /** Returns an empty instance whose values have no order. */
    static <V> ValueCounts<V> unsorted() {
        return new ValueCounts<>(new HashMap<>());
    }

    /**
     * Adds a number of occurrences, which may be negative. A value without occurrences disappears.
     *
     * @return the number of occurrences of the value; 0 for null
     */
    long add(@Nullable V value, long occurrences) {
        if (value == null) {
            return 0;
        }
        if (value.getClass().isArray()) {
            throw new NotIncrementalException("it counts arrays, which are not equal to each other");
        }
        total += occurrences;
        int before = counts.size();
        Long count = counts.merge(value, occurrences, (known, more) -> known + more == 0 ? null : known + more);
        bytes += (counts.size() - before) * (HeapBytes.COUNTED_VALUE + HeapBytes.of(value));
        return count == null ? 0 : count;
    }

    /** Returns about how many bytes of heap the values take. */
    long bytes() {
        return bytes;
    }

    /** Returns the number of occurrences of all values. */
    long total() {
        return total;
    }

    /** Returns the number of distinct values. */
    long distinct() {
        return counts.size();
    }

    /** Returns the least value of a sorted instance; null if there is none. */
    @Nullable
    V least() {
        return counts.isEmpty() ? null : ((TreeMap<V, Long>) counts).firstKey();
    }

    /** Returns the greatest value of a sorted instance; null if there is none. */
    @Nullable
    V greatest() {
        return counts.isEmpty() ? null : ((TreeMap<V, Long>) counts).lastKey();
    }
}
