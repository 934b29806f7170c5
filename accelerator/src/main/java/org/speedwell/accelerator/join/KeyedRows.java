package org.speedwell.accelerator.join;

import java.util.Arrays;
import org.speedwell.accelerator.codec.IntSort;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.kernel.Rows;

/**
 * Rows of one table in the order of their keys, for a lookup by key. Rows with equal keys are in row order. Immutable
 * and thread-safe.
 */
public interface KeyedRows {
    /** The greatest number of heap bytes for each row that {@link #of} sorts. */
    int BYTES_A_ROW = Integer.BYTES + Counted.MAX_SPAN_A_ROW * Integer.BYTES;

    /** Returns the number of rows with a smaller key. */
    int below(long key);

    /** Returns the number of rows whose key is not above the given key. */
    default int through(long key) {
        return key == Long.MAX_VALUE ? size() : below(key + 1);
    }

    int size();

    int row(int position);

    /**
     * Computes {@link #below} and {@link #through} for many keys.
     *
     * @param from receives the first position of each key
     * @param to receives the position after the last row of each key
     */
    default void bounds(long[] keys, int count, int[] from, int[] to) {
        for (int i = 0; i < count; i++) {
            from[i] = below(keys[i]);
            to[i] = through(keys[i]);
        }
    }

    /**
     * Replaces many positions by their rows, as {@link #row} returns them.
     *
     * @param positions receives the rows; negative elements do not change
     */
    default void rows(int[] positions, int count) {
        for (int i = 0; i < count; i++) {
            positions[i] = positions[i] < 0 ? positions[i] : row(positions[i]);
        }
    }

    /** All rows of a table that are not NULL, by its index. */
    record OfIndex(SortedIndex index) implements KeyedRows {
        @Override
        public int below(long key) {
            return index.below(key);
        }

        @Override
        public int through(long key) {
            return index.through(key);
        }

        @Override
        public int size() {
            return index.valid();
        }

        @Override
        public int row(int position) {
            return index.row(position);
        }

        @Override
        public void bounds(long[] keys, int count, int[] from, int[] to) {
            if (index.isDirect()) {
                for (int i = 0; i < count; i++) {
                    from[i] = index.directBelow(keys[i]);
                    to[i] = index.directThrough(keys[i]);
                }
                return;
            }
            KeyColumn column = index.column();
            for (int i = 0; i < count; i++) {
                int first = index.below(keys[i]);
                boolean isThere = first < index.valid() && column.key(index.row(first)) == keys[i];
                from[i] = first;
                to[i] = isThere ? index.through(keys[i]) : first; // skips the search for the end
            }
        }
    }

    /** Sorts some rows by key for one query. Rows that are NULL are omitted. */
    static KeyedRows of(Rows rows, KeyColumn column) {
        int[] ordered = new int[rows.size()];
        int[] size = {0};
        rows.forEach(row -> {
            if (!column.isNull(row)) {
                ordered[size[0]++] = row;
            }
        });
        int[] keyed = size[0] == ordered.length ? ordered : Arrays.copyOf(ordered, size[0]);
        if (keyed.length == 0) {
            return new Searched(keyed, new long[0]);
        }
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        for (int row : keyed) {
            least = Math.min(least, column.key(row));
            greatest = Math.max(greatest, column.key(row));
        }
        long span = greatest - least;
        return span >= 0 && span < Counted.MAX_SPAN_A_ROW * (long) keyed.length
                ? Counted.of(keyed, column, least, (int) span + 1)
                : Searched.of(keyed, column);
    }

    /** Rows whose keys are close together. {@code starts} holds the number of rows below each key. */
    @SuppressWarnings("ArrayRecordComponent") // no code compares it
    record Counted(int[] rows, long minKey, int[] starts) implements KeyedRows {
        static final int MAX_SPAN_A_ROW = 8;

        static Counted of(int[] inRowOrder, KeyColumn column, long min, int keys) {
            int[] starts = new int[keys + 1];
            for (int row : inRowOrder) {
                starts[(int) (column.key(row) - min) + 1]++;
            }
            for (int key = 1; key <= keys; key++) {
                starts[key] += starts[key - 1];
            }
            int[] next = starts.clone();
            int[] ordered = new int[inRowOrder.length];
            for (int row : inRowOrder) {
                ordered[next[(int) (column.key(row) - min)]++] = row;
            }
            return new Counted(ordered, min, starts);
        }

        @Override
        public int below(long key) {
            return key <= minKey
                    ? 0
                    : key - minKey < 0 || key - minKey >= starts.length ? rows.length : starts[(int) (key - minKey)];
        }

        @Override
        public int size() {
            return rows.length;
        }

        @Override
        public int row(int position) {
            return rows[position];
        }
    }

    /** Rows whose keys are far apart. A lookup is a binary search. */
    @SuppressWarnings("ArrayRecordComponent") // no code compares it
    record Searched(int[] rows, long[] keys) implements KeyedRows {
        static Searched of(int[] inRowOrder, KeyColumn column) {
            IntSort.sort(inRowOrder, (a, b) -> Long.compare(column.key(a), column.key(b)));
            return new Searched(
                    inRowOrder, Arrays.stream(inRowOrder).mapToLong(column::key).toArray());
        }

        @Override
        public int below(long key) {
            int low = 0;
            int high = keys.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (keys[middle] < key) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        @Override
        public int size() {
            return rows.length;
        }

        @Override
        public int row(int position) {
            return rows[position];
        }
    }
}
