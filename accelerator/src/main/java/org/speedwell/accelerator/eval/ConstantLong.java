package org.speedwell.accelerator.eval;

import java.util.Arrays;

/** A number that is the same for all rows. */
record ConstantLong(long value) implements RowLongs {
    @Override
    public long applyAsLong(int row) {
        return value;
    }

    @Override
    public void read(int[] rows, int count, long[] into) {
        Arrays.fill(into, 0, count, value);
    }

    @Override
    public boolean cannotThrow() {
        return true;
    }
}
