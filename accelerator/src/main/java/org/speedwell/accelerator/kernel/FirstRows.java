package org.speedwell.accelerator.kernel;

import org.speedwell.accelerator.column.KeyColumn;

/** The first row of each key of a column, in the order in which the rows come. NULL counts as a key. */
public final class FirstRows implements RowWorker<FirstRows> {
    private static final int MIN_CAPACITY = 16;

    private final KeyColumn column;
    private final SeenKeys seen;
    private long[] keys = {};
    private final RowList first = new RowList();
    private long read;

    public FirstRows(KeyColumn column) {
        this.column = column;
        this.seen = new SeenKeys(column);
    }

    /**
     * Returns the first rows of the first {@code limit} keys of a list. It reads little more of the list than it needs.
     */
    public static Rows of(Rows rows, KeyColumn column, int limit) {
        FirstRows worker = new FirstRows(column);
        int capacity = Math.clamp(2L * limit, MIN_CAPACITY, RowBlock.CAPACITY);
        RowBlock block = new RowBlock(1, Math.min(capacity, rows.size()));
        for (int place = 0; place < rows.size() && worker.first.size < limit; place += block.size) {
            block.fill(rows, place);
            worker.accept(block);
        }
        return new Rows.Listed(worker.first.rows, 0, Math.min(limit, worker.first.size));
    }

    @Override
    public void accept(RowBlock block) {
        read += block.size;
        add(block.rows[0], block.size);
    }

    private void add(int[] some, int count) {
        first.reserve(count);
        if (column.nulls() > 0) {
            addOneByOne(some, count);
            return;
        }
        keys = keys.length < count ? new long[count] : keys;
        column.keys(some, count, keys);
        first.size = seen.addFirst(keys, some, count, first.rows, first.size);
    }

    private void addOneByOne(int[] some, int count) {
        for (int i = 0; i < count; i++) {
            if (seen.isFirst(some[i])) {
                first.accept(some[i]);
            }
        }
    }

    @Override
    public FirstRows append(FirstRows other) {
        add(other.first.rows, other.first.size);
        read += other.read;
        return this;
    }

    /** Returns the number of rows that the worker has received. */
    public long read() {
        return read;
    }

    /** Returns the first rows of all keys. The worker must not receive more rows. */
    public Rows rows() {
        return first.toRows();
    }
}
