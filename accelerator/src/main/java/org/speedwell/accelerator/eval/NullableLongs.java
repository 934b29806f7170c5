package org.speedwell.accelerator.eval;

import java.util.function.IntPredicate;

/**
 * Numbers of rows that may be null.
 *
 * @param present the numbers of the rows that are not null
 * @param absent the numbers of the rows that are null. It may throw instead
 */
record NullableLongs(RowLongs present, IntPredicate nulls, RowLongs absent) implements RowLongs {

    /** Returns numbers that may be null, with other numbers for the rows that are null. */
    static RowLongs of(RowLongs nullable, IntPredicate nulls, RowLongs absent) {
        if (nulls == RowExpression.NEVER_NULL) {
            return nullable;
        }
        boolean isSame = nullable instanceof NullableLongs inner && inner.nulls == nulls;
        return new NullableLongs(isSame ? ((NullableLongs) nullable).present : nullable, nulls, absent);
    }

    @Override
    public long applyAsLong(int row) {
        return (nulls.test(row) ? absent : present).applyAsLong(row);
    }

    @Override
    public void read(int[] rows, int count, long[] into) {
        if (present instanceof ReferredLongs referred
                && nulls instanceof ReferredNulls test
                && referred.readUnlessNull(test, rows, count, into)) {
            return;
        }
        if (!present.cannotThrow()) {
            RowLongs.super.read(rows, count, into);
            return;
        }
        present.read(rows, count, into);
        for (int i = 0; i < count; i++) {
            if (nulls.test(rows[i])) {
                into[i] = absent.applyAsLong(rows[i]);
            }
        }
    }

    @Override
    public boolean cannotThrow() {
        return present.cannotThrow() && absent.cannotThrow();
    }
}
