package org.speedwell.accelerator.eval;

import java.util.function.IntUnaryOperator;

/** A mapping from the rows of one table to the rows of another table, or −1 for none. Immutable and thread-safe. */
@FunctionalInterface
public interface RowMapping extends IntUnaryOperator {

    /**
     * Maps many rows at once.
     *
     * @param count the number of rows to map
     * @param into receives the mapped rows, from position 0 on. It may be the array {@code rows}
     */
    default void map(int[] rows, int count, int[] into) {
        for (int i = 0; i < count; i++) {
            into[i] = applyAsInt(rows[i]);
        }
    }
}
