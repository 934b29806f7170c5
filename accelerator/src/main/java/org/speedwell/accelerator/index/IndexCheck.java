package org.speedwell.accelerator.index;

import java.io.IOException;
import java.lang.ref.Reference;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;

/**
 * A check that an index from a file belongs to its column. Each position must hold the row that belongs there. Then no
 * read leaves the column, and every answer is correct. The column must have passed its own check before.
 */
public final class IndexCheck {
    /** The number of positions that one task checks. */
    static final int PART = 1 << 16;

    private IndexCheck() {}

    /**
     * Checks an index. Reads all of the index and its column.
     *
     * @throws IOException if the index is wrong; the message names the first error
     */
    public static void check(SortedIndex index) throws IOException {
        Starts starts = index.starts();
        if (starts != null) {
            checkCounted(index, starts.toArray());
        } else {
            checkSorted(index);
        }
        Reference.reachabilityFence(index);
    }

    /**
     * Checks an index over two columns. Its keys must also match the keys of both columns.
     *
     * @throws IOException if the index is wrong; the message names the first error
     */
    public static void check(PairIndex pair, List<Column> columns) throws IOException {
        KeyColumn first = (KeyColumn) columns.get(pair.first());
        KeyColumn second = (KeyColumn) columns.get(pair.second());
        KeyColumn both = pair.index().column();
        for (int row = 0; row < both.rows(); row++) {
            boolean right = first.isNull(row)
                    ? both.isNull(row)
                    : !both.isNull(row) && both.key(row) == pair.bounds().key(first, second, row);
            require(right, "wrong combined key of row", row);
        }
        check(pair.index());
    }

    /**
     * Checks an index with a start for each key. Rows with the same key follow one another in row order, so that each
     * row has exactly one valid position.
     */
    private static void checkCounted(SortedIndex index, int[] starts) throws IOException {
        KeyColumn column = index.column();
        RowNumbers order = index.order();
        int[] next = starts.clone();
        int nextNull = index.valid();
        for (int row = 0; row < column.rows(); row++) {
            int position;
            if (column.isNull(row)) {
                position = nextNull++;
            } else {
                int key = (int) (column.key(row) - column.min());
                position = next[key]++;
                require(position < starts[key + 1], "wrong number of rows of the key number", key);
            }
            require((order == null ? position : order.get(position)) == row, "wrong position of row", row);
        }
    }

    /** Checks all positions on all processors. Reports the first error. */
    private static void checkSorted(SortedIndex index) throws IOException {
        Optional<IOException> error = IntStream.range(
                        0, Math.ceilDiv(index.column().rows(), PART))
                .parallel()
                .mapToObj(part -> error(index, part * PART))
                .flatMap(Optional::stream)
                .findFirst();
        if (error.isPresent()) {
            throw error.get();
        }
    }

    private static Optional<IOException> error(SortedIndex index, int from) {
        try {
            checkSorted(index, from, (int) Math.min(index.column().rows(), (long) from + PART));
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e);
        }
    }

    /** Checks the positions of a range, and that the first one belongs after the one before the range. */
    private static void checkSorted(SortedIndex index, int from, int to) throws IOException {
        KeyColumn column = index.column();
        Buckets buckets = index.buckets();
        long previous = Long.MIN_VALUE;
        int previousRow = -1;
        for (int position = Math.max(0, from - 1); position < to; position++) {
            int row = index.row(position);
            if (position == index.valid()) {
                previous = 0;
                previousRow = -1;
            }
            require(row >= 0 && row < column.rows(), "unknown row at position", position);
            require(column.isNull(row) == position >= index.valid(), "NULL and value confused at position", position);
            long key = position < index.valid() ? column.key(row) : 0;
            require(
                    position < from || key > previous || key == previous && row > previousRow,
                    "wrong order at position",
                    position);
            if (position < index.valid()) {
                boolean hasNoGap = !index.isConsecutive() || key == column.min() + position;
                require(hasNoGap, "gap between the keys at position", position);
                require(isInBucket(buckets, key, position), "wrong bucket of position", position);
            }
            previous = key;
            previousRow = row;
        }
    }

    private static boolean isInBucket(@Nullable Buckets buckets, long key, int position) {
        if (buckets == null) {
            return true;
        }
        int bucket = buckets.bucket(key);
        return buckets.starts().get(bucket) <= position
                && position < buckets.starts().get(bucket + 1);
    }

    private static void require(boolean condition, String found, int place) throws IOException {
        if (!condition) {
            throw new IOException("an index that does not match its column: " + found + " " + place);
        }
    }
}
