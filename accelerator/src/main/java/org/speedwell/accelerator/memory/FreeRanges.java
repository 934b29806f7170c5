package org.speedwell.accelerator.memory;

import java.util.Comparator;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The free ranges of an address space. It takes the smallest range that fits, and joins neighbours when it gets them
 * back. Callers synchronise.
 */
final class FreeRanges {
    static final int ALIGNMENT = 64;

    /**
     * A range of addresses.
     *
     * @param isFresh true if its bytes were never taken before
     */
    record Range(long address, long size, boolean isFresh) {}

    private final TreeMap<Long, Range> byAddress = new TreeMap<>();
    private final TreeSet<Range> bySize =
            new TreeSet<>(Comparator.comparing((Range range) -> range.isFresh) // recycled memory first
                    .thenComparingLong(Range::size)
                    .thenComparingLong(Range::address));

    private long recycled;

    static long aligned(long bytes) {
        return Math.max(ALIGNMENT, bytes + ALIGNMENT - 1 & -ALIGNMENT);
    }

    /** Adds addresses whose bytes are zero. */
    void addFresh(long from, long to) {
        add(new Range(from, to - from, true));
    }

    /** Takes a range of an aligned size. Returns null if there is none. */
    @Nullable
    Range take(long size) {
        Range found = fitting(size, false);
        if (found == null) {
            found = fitting(size, true);
        }
        if (found == null) {
            return null;
        }
        remove(found);
        if (found.size > size) {
            add(new Range(found.address + size, found.size - size, found.isFresh));
        }
        return new Range(found.address, size, found.isFresh);
    }

    private @Nullable Range fitting(long size, boolean isFresh) {
        Range range = bySize.ceiling(new Range(0, size, isFresh));
        return range != null && range.isFresh == isFresh ? range : null;
    }

    /** Gives back a range of an aligned size. */
    void free(long address, long size) {
        long from = address;
        long to = address + size;
        var before = byAddress.floorEntry(from);
        if (before != null && !before.getValue().isFresh && from == before.getKey() + before.getValue().size) {
            from = before.getKey();
            remove(before.getValue());
        }
        Range after = byAddress.get(to);
        if (after != null && !after.isFresh) {
            to += after.size;
            remove(after);
        }
        add(new Range(from, to - from, false));
    }

    private void add(Range range) {
        byAddress.put(range.address, range);
        bySize.add(range);
        recycled += range.isFresh ? 0 : range.size;
    }

    private void remove(Range range) {
        byAddress.remove(range.address);
        bySize.remove(range);
        recycled -= range.isFresh ? 0 : range.size;
    }

    /** Returns the number of free bytes that were taken before. */
    long recycled() {
        return recycled;
    }

    /** Returns the number of free ranges. */
    int count() {
        return bySize.size();
    }
}
