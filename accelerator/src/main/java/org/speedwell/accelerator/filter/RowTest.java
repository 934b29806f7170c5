package org.speedwell.accelerator.filter;

import java.util.function.IntPredicate;

/** A condition on the rows of one table. Immutable and thread-safe. */
@FunctionalInterface
public interface RowTest extends IntPredicate {
    /**
     * Keeps those of many rows for which the condition holds, in their order, at the front of the array.
     *
     * @param rows in any order
     * @param count how many of them are tested; some thousands at a time are best
     * @return how many rows are kept
     */
    default int keep(int[] rows, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            rows[kept] = row;
            kept += test(row) ? 1 : 0;
        }
        return kept;
    }

    /** Tells whether {@link #keep} only tests each row. Other tests do a part of their work once for many rows. */
    default boolean isRowByRow() {
        return true;
    }
}
