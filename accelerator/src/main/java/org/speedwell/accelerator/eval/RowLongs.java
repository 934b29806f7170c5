package org.speedwell.accelerator.eval;

import java.util.function.IntToLongFunction;
import org.speedwell.accelerator.filter.RowTest;

/** A whole number of each row of one table. Immutable and thread-safe, as {@link RowExpression} is. */
@FunctionalInterface
public interface RowLongs extends IntToLongFunction {
    /** Returns 1 for rows that pass a test, and 0 for the others. */
    static RowLongs of(RowTest test) {
        return new BlockTest.OfTest(test);
    }

    /**
     * The numbers of many rows at once: for each what {@link #applyAsLong} gives, exceptions included.
     *
     * @param rows in any order
     * @param count how many of them are meant; some thousands at a time are best
     * @param into gets them, from 0 on
     */
    default void read(int[] rows, int count, long[] into) {
        for (int i = 0; i < count; i++) {
            into[i] = applyAsLong(rows[i]);
        }
    }

    /** Whether every row has a number, one of no meaning where it is null, and none throws or calls a function of the user's. */
    default boolean isTotal() {
        return false;
    }
}
