package org.speedwell.accelerator.column;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/**
 * A search for the keys of a column whose texts match a pattern. Several threads can search different parts of the
 * texts.
 */
public final class MatchingKeys {
    private final int parts;
    private final Search search;
    private final KeyColumn column;
    private final AtomicLongArray bits;

    /** A search of one part. */
    interface Search {
        void in(int part, LongConsumer found);
    }

    MatchingKeys(KeyColumn column, int parts, Search search) {
        this.column = column;
        this.parts = parts;
        this.search = search;
        this.bits = new AtomicLongArray((int) (column.code(column.max()) >>> 6) + 1);
    }

    /** Returns the number of parts. */
    public int parts() {
        return parts;
    }

    /** Searches one part. */
    public void match(int part) {
        search.in(part, key -> {
            if (key >= column.min() && key <= column.max()) {
                long code = column.code(key);
                bits.getAndAccumulate((int) (code >>> 6), 1L << code, (left, right) -> left | right);
            }
        });
    }

    /** Returns a bitmap by code of the matching keys. Call it after all parts were searched. */
    public long[] bits() {
        return LongStream.range(0, bits.length())
                .map(word -> bits.get((int) word))
                .toArray();
    }
}
