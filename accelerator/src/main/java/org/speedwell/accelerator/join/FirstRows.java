package org.speedwell.accelerator.join;

import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.kernel.Rows;

/** A source of one-row tuples: a range of the rows of the first table of a join. */
public final class FirstRows implements TupleSource {
    private final Rows rows;
    private final int table;
    private final int end;
    private int next;

    public FirstRows(Rows rows, int table, int from, int to) {
        this.rows = rows;
        this.table = table;
        this.next = from;
        this.end = to;
    }

    @Override
    public boolean next(RowBlock block, int limit) {
        int count = Math.min(limit, end - next);
        int[] target = block.rows[table];
        block.size = 0;
        rows.slice(next, next + count).forEach(row -> target[block.size++] = row);
        next += count;
        return count > 0;
    }
}
