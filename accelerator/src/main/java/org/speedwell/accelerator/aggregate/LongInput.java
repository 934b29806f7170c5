package org.speedwell.accelerator.aggregate;

import java.util.function.IntToDoubleFunction;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.eval.LongOperation;
import org.speedwell.accelerator.eval.RowLongs;
import org.speedwell.accelerator.kernel.RowBlock;

/**
 * A whole number for each row of a block. It reads each block once and caches the numbers for all its users. For one
 * thread.
 */
abstract class LongInput {
    private long[] values = {};
    private @Nullable RowBlock last;
    private long fillings;

    /** Returns the keys of a column. Keys of NULL rows are undefined. */
    static LongInput of(KeyColumn column, BlockRows of) {
        return new LongInput() {
            @Override
            boolean cannotThrow() {
                return true;
            }

            @Override
            void read(RowBlock block, long[] into) {
                int[] rows = of.rows(block);
                if (block.run) {
                    column.keys(rows[0], block.size, into);
                } else {
                    column.keys(rows, block.size, into);
                }
            }
        };
    }

    /** Returns the results of an expression. */
    static LongInput of(RowLongs expression, BlockRows of) {
        return new LongInput() {
            @Override
            boolean cannotThrow() {
                return expression.cannotThrow();
            }

            @Override
            void read(RowBlock block, long[] into) {
                expression.read(of.rows(block), block.size, into);
            }
        };
    }

    /** Returns 1 for the rows that pass a test, and 0 for all others. */
    static LongInput ofTest(Reader of) {
        return of(RowLongs.of(of.test()), of);
    }

    /** Returns the results of an operator on another input. */
    static LongInput of(LongInput of, LongUnaryOperator operator) {
        return new LongInput() {
            @Override
            boolean cannotThrow() {
                return of.cannotThrow();
            }

            @Override
            void read(RowBlock block, long[] into) {
                long[] from = of.of(block);
                for (int i = 0; i < block.size; i++) {
                    into[i] = operator.applyAsLong(from[i]);
                }
            }
        };
    }

    /** Returns doubles as longs in the order of {@link Double#compare}: see {@link #ofOrdered}. */
    static LongInput ofDoubles(IntToDoubleFunction value, BlockRows of) {
        return new LongInput() {
            @Override
            boolean cannotThrow() {
                return false;
            }

            @Override
            void read(RowBlock block, long[] into) {
                int[] rows = of.rows(block);
                for (int i = 0; i < block.size; i++) {
                    long bits = Double.doubleToLongBits(value.applyAsDouble(rows[i]));
                    into[i] = bits ^ (bits >> 63 & Long.MAX_VALUE);
                }
            }
        };
    }

    /** Returns the double that {@link #ofDoubles} encodes as this long. */
    static double ofOrdered(long ordered) {
        return Double.longBitsToDouble(ordered ^ (ordered >> 63 & Long.MAX_VALUE));
    }

    /** Returns the results of an operation on two inputs. */
    static LongInput of(LongOperation operation, LongInput first, LongInput second) {
        return new LongInput() {
            @Override
            boolean cannotThrow() {
                return first.cannotThrow() && second.cannotThrow();
            }

            @Override
            void read(RowBlock block, long[] into) {
                operation.apply(first.of(block), second.of(block), block.size, into);
            }
        };
    }

    /** Returns the numbers of a block's rows. A call for another block overwrites the array. */
    final long[] of(RowBlock block) {
        if (last != block || fillings != block.fillings) {
            values = block.room(values);
            read(block, values);
            last = block;
            fillings = block.fillings;
        }
        return values;
    }

    /**
     * Returns whether every row of the table has a number, which is undefined if the value is null: see
     * {@link RowLongs#cannotThrow}.
     */
    abstract boolean cannotThrow();

    abstract void read(RowBlock block, long[] into);
}
