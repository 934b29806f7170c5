package org.speedwell.accelerator.eval;

import java.util.function.IntUnaryOperator;

/** From the rows of one table to those of another that they name, or −1. Immutable and thread-safe. */
@FunctionalInterface
public interface RowMapping extends IntUnaryOperator {

    /**
     * The rows that many rows name, at once.
     *
     * @param count how many of the rows are meant
     * @param into gets those that are named, from 0 on; it may be the rows themselves
     */
    default void map(int[] rows, int count, int[] into) {
        for (int i = 0; i < count; i++) {
            into[i] = applyAsInt(rows[i]);
        }
    }
}
