package org.speedwell.accelerator.eval;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.Expr;

/** A floating-point number for each row of one table. Immutable and thread-safe. */
@FunctionalInterface
public interface RowDoubles extends IntToDoubleFunction {
    /**
     * Reads the numbers of many rows. Results and exceptions are those of {@link #applyAsDouble}.
     *
     * @param rows the rows, in any order
     * @param count the number of rows to read. Some thousands at a time are best
     * @param into receives the numbers, from position 0 on
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

    /** A number that is the same for all rows. */
    record Constant(double value) implements RowDoubles {
        @Override
        public double applyAsDouble(int row) {
            return value;
        }

        @Override
        public void read(int[] rows, int count, double[] into) {
            Arrays.fill(into, 0, count, value);
        }
    }

    /** The numbers of a column without NULL whose keys represent numbers. */
    record OfKeys(KeyColumn column) implements RowDoubles {
        @Override
        public double applyAsDouble(int row) {
            return column.codec().doubleValue(column.key(row));
        }

        @Override
        public void read(int[] rows, int count, double[] into) {
            try (Scratch scratch = Scratch.own()) {
                long[] keys = scratch.longs(count);
                column.keys(rows, count, keys);
                KeyCodec codec = column.codec();
                for (int i = 0; i < count; i++) {
                    into[i] = codec.doubleValue(keys[i]);
                }
            }
        }
    }

    /** An operation on two numbers. If the operands are floats, it rounds every result to a float. */
    record Operation(Expr.BinaryOperation operation, boolean isFloat, RowDoubles first, RowDoubles second)
            implements RowDoubles {
        @Override
        public double applyAsDouble(int row) {
            return of(first.applyAsDouble(row), second.applyAsDouble(row));
        }

        private double of(double a, double b) {
            return isFloat ? operation.of((float) a, (float) b) : operation.of(a, b);
        }

        @Override
        public void read(int[] rows, int count, double[] into) {
            try (Scratch scratch = Scratch.own()) {
                double[] others = scratch.doubles(count);
                first.read(rows, count, into);
                second.read(rows, count, others);
                apply(into, others, count);
            }
        }

        private void apply(double[] numbers, double[] others, int count) {
            if (!isFloat && operation == Expr.BinaryOperation.ADD) {
                for (int i = 0; i < count; i++) {
                    numbers[i] += others[i];
                }
            } else if (!isFloat && operation == Expr.BinaryOperation.MULTIPLY) {
                for (int i = 0; i < count; i++) {
                    numbers[i] *= others[i];
                }
            } else {
                for (int i = 0; i < count; i++) {
                    numbers[i] = of(numbers[i], others[i]);
                }
            }
        }
    }
}
