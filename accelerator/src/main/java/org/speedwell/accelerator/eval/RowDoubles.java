package org.speedwell.accelerator.eval;

import java.util.function.IntToDoubleFunction;

/** A floating-point number of each row of one table. Immutable and thread-safe. */
@FunctionalInterface
public interface RowDoubles extends IntToDoubleFunction {
    /**
     * Reads the numbers of many rows: for each what {@link #applyAsDouble} gives, exceptions included.
     *
     * @param rows in any order
     * @param count how many of them are read; some thousands at a time are best
     * @param into gets the numbers, from 0 on
     */
    default void read(int[] rows, int count, double[] into) {
        for (int i = 0; i < count; i++) {
            into[i] = applyAsDouble(rows[i]);
        }
    }

    /** Whole numbers as doubles. */
    record OfLongs(RowLongs value) implements RowDoubles {
        @Override
        public double applyAsDouble(int row) {
            return value.applyAsLong(row);
        }

        @Override
        public void read(int[] rows, int count, double[] into) {
            try (Scratch scratch = Scratch.own()) {
                long[] numbers = scratch.longs(count);
                value.read(rows, count, numbers);
                for (int i = 0; i < count; i++) {
                    into[i] = numbers[i];
                }
            }
        }
    }
}
