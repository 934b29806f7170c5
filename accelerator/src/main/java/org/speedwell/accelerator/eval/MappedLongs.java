package org.speedwell.accelerator.eval;

import java.util.function.LongUnaryOperator;

/** Whole numbers to which an operator is applied. */
record MappedLongs(RowLongs inner, LongUnaryOperator operator) implements RowLongs {
    @Override
    public long applyAsLong(int row) {
        return operator.applyAsLong(inner.applyAsLong(row));
    }

    @Override
    public void read(int[] rows, int count, long[] into) {
        inner.read(rows, count, into);
        for (int i = 0; i < count; i++) {
            into[i] = operator.applyAsLong(into[i]);
        }
    }
}
