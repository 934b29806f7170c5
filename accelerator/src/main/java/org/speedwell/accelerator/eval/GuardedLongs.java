package org.speedwell.accelerator.eval;

import java.util.function.IntToLongFunction;

/**
 * Numbers of a user's function, computed from columns.
 *
 * @param given calls the function itself if the computation fails, so that the exception comes from the function
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

    /** Computes a block. If that fails, it computes row by row, so that the first row that fails throws. */
    @Override
    public void read(int[] rows, int count, long[] into) {
        try {
            computed.read(rows, count, into);
        } catch (RuntimeException e) {
            RowLongs.super.read(rows, count, into);
        }
    }

    @Override
    public boolean cannotThrow() {
        return computed.cannotThrow();
    }
}
