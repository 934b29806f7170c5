package org.speedwell.accelerator.kernel;

import java.util.Arrays;
import org.speedwell.accelerator.column.KeyColumn;

/** The first row of each key of a column, in the order in which the rows come. NULL counts as a key. */
public final class FirstRows implements RowWorker<FirstRows> {
    private static final int MIN_CAPACITY = 16;

    private final KeyColumn column;
    private final SeenKeys seen;
    private long[] keys = {};
    private int[] rows = {};
    private int size;
    private long read;

    public FirstRows(KeyColumn column) {
        this.column = column;
        this.seen = new SeenKeys(column);
    }

    /**
     * Returns the first rows of the first {@code limit} keys of a list. It reads little more of the list than it needs.
     */
    public static Rows of(Rows rows, KeyColumn column, int limit) {
        FirstRows first = new FirstRows(column);
        int capacity = Math.clamp(2L * limit, MIN_CAPACITY, RowBlock.CAPACITY);
        RowBlock block = new RowBlock(1, Math.min(capacity, rows.size()));
        for (int place = 0; place < rows.size() && first.size < limit; place += block.size) {
            block.fill(rows, place);
            first.accept(block);
        }
        return new Rows.Listed(first.rows, 0, Math.min(limit, first.size));
    }

    @Override
    public void accept(RowBlock block) {
        read += block.size;
        add(block.rows[0], block.size);
    }

    private void add(int[] some, int count) {
        reserve(count);
        if (column.nulls() > 0) {
            addOneByOne(some, count);
            return;
        }
        keys = keys.length < count ? new long[count] : keys;
        column.keys(some, count, keys);
        size = seen.addFirst(keys, some, count, rows, size);
    }

    private void addOneByOne(int[] some, int count) {
        for (int i = 0; i < count; i++) {
            if (seen.isFirst(some[i])) {
                rows[size++] = some[i];
            }
        }
    }

    private void reserve(int more) {
        if (size + more > rows.length) {
            rows = Arrays.copyOf(rows, Math.max(size + more, 2 * size));
        }
    }

    @Override
    public FirstRows append(FirstRows other) {
        add(other.rows, other.size);
        read += other.read;
        return this;
    }

    /** Returns the number of rows that the worker has received. */
    public long read() {
        return read;
    }

    /** Returns the first rows of all keys. The worker must not receive more rows. */
    public Rows rows() {
        return new Rows.Listed(rows, 0, size);
    }
}
