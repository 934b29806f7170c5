package org.speedwell.accelerator.column;

import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * What some rows of a column of keys become: those within it are changed, those from its end on are new.
 *
 * @param rows in ascending order; of the new ones none is left out
 * @param keys by place in the rows
 * @param nulls places of those that become NULL
 * @param gone places of those that are no longer there; they count as NULL no longer
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record KeyChanges(int[] rows, long[] keys, BitSet nulls, BitSet gone) {

    public int size() {
        return rows.length;
    }

    public int row(int place) {
        return rows[place];
    }

    /** Of rows that {@link #hasKey} alone. */
    public long key(int place) {
        return keys[place];
    }

    public boolean isNull(int place) {
        return nulls.get(place);
    }

    public boolean hasKey(int place) {
        return !nulls.get(place) && !gone.get(place);
    }

    /** The rows that are there. */
    public int[] present() {
        return gone.isEmpty()
                ? rows
                : IntStream.range(0, rows.length)
                        .filter(place -> !gone.get(place))
                        .map(this::row)
                        .toArray();
    }
}
