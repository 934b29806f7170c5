package org.speedwell.accelerator.eval;

import java.util.function.IntToLongFunction;

/**
 * Numbers that a function of the user's gives, computed from columns.
 *
 * @param given calls the function; to be asked where computing fails, so that the exception is its own
 */
record GuardedLongs(RowLongs computed, IntToLongFunction given) implements RowLongs {
    @Override
    public long applyAsLong(int row) {
        try {
            return computed.applyAsLong(row);
        } catch (RuntimeException e) {
            return given.applyAsLong(row);
        }
    }

    /** If a block cannot be computed, its rows are computed one by one, so that the first that fails throws. */
    @Override
    public void read(int[] rows, int count, long[] into) {
        try {
            computed.read(rows, count, into);
        } catch (RuntimeException e) {
            RowLongs.super.read(rows, count, into);
        }
    }

    @Override
    public boolean isTotal() {
        return computed.isTotal();
    }
}
