package org.speedwell.accelerator.eval;

import org.speedwell.accelerator.column.KeyColumn;

/** The keys of a column. The key of a NULL row is undefined. */
public record KeyLongs(KeyColumn column) implements RowLongs {
    @Override
    public long applyAsLong(int row) {
        return column.key(row);
    }

    @Override
    public void read(int[] rows, int count, long[] into) {
        column.keys(rows, count, into);
    }

    @Override
    public boolean cannotThrow() {
        return true;
    }
}
