package org.speedwell.accelerator.eval;

import java.util.function.IntToLongFunction;
import org.speedwell.accelerator.filter.RowTest;

/** A whole number for each row of one table. Immutable and thread-safe, like {@link RowExpression}. */
@FunctionalInterface
public interface RowLongs extends IntToLongFunction {
    /** Returns 1 for rows that pass a test, and 0 for the others. */
    static RowLongs of(RowTest test) {
        return new BlockTest.OfTest(test);
    }

    /**
     * Reads the numbers of many rows at once. Results and exceptions are those of {@link #applyAsLong}.
     *
     * @param rows the rows, in any order
     * @param count the number of rows to read. Some thousands at a time are best
     * @param into receives the numbers, from position 0 on
     */
    default void read(int[] rows, int count, long[] into) {
        for (int i = 0; i < count; i++) {
            into[i] = applyAsLong(rows[i]);
        }
    }

    /**
     * Returns whether every row has a number, and reading it neither throws nor calls a user's function. The number of
     * a row that is null is undefined.
     */
    default boolean cannotThrow() {
        return false;
    }
}
