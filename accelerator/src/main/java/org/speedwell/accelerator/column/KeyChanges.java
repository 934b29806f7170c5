package org.speedwell.accelerator.column;

import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * The changes of some rows of a key column. Rows within the column change; rows from its end on are new.
 *
 * @param rows the rows in ascending order; the new rows have no gaps
 * @param keys the key of each row, by index in {@code rows}
 * @param nulls the indexes of rows that become NULL
 * @param gone the indexes of deleted rows; they are no longer NULL
 */
@SuppressWarnings("ArrayRecordComponent") // nothing compares these records
public record KeyChanges(int[] rows, long[] keys, BitSet nulls, BitSet gone) {

    public int size() {
        return rows.length;
    }

    public int row(int place) {
        return rows[place];
    }

    /** Returns the key of a row for which {@link #hasKey} is true. */
    public long key(int place) {
        return keys[place];
    }

    public boolean isNull(int place) {
        return nulls.get(place);
    }

    public boolean hasKey(int place) {
        return !nulls.get(place) && !gone.get(place);
    }

    /** Returns the rows that are not deleted. */
    public int[] present() {
        return gone.isEmpty()
                ? rows
                : IntStream.range(0, rows.length)
                        .filter(place -> !gone.get(place))
                        .map(this::row)
                        .toArray();
    }
}
