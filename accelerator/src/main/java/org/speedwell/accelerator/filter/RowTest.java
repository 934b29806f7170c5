package org.speedwell.accelerator.filter;

import java.util.function.IntPredicate;

/** A condition on the rows of one table. Immutable and thread-safe. */
@FunctionalInterface
public interface RowTest extends IntPredicate {
    /**
     * Keeps the rows for which the condition holds. It moves them to the front of the array and preserves their order.
     *
     * @param rows in any order
     * @param count the number of rows to test; a few thousand per call are fastest
     * @return the number of rows kept
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

    /** Returns whether {@link #keep} only tests each row. Other tests share work between many rows. */
    default boolean isRowByRow() {
        return true;
    }
}
