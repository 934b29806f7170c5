package org.speedwell.accelerator.aggregate;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expression.LongOperation;
import org.speedwell.accelerator.expression.RowLongs;
import org.speedwell.accelerator.kernel.RowBlock;

/** A whole number of each row of a block, read once for all that want it. For one thread. */
public abstract class LongInput {
    private final long[] values = new long[RowBlock.CAPACITY];
    private @Nullable RowBlock last;
    private long fillings;

    /** The keys of a column; those of NULL rows mean nothing. */
    static LongInput of(KeyColumn column, int table) {
        return new LongInput() {
            @Override
            void read(RowBlock block, long[] into) {
                column.keys(block.rows[table], block.size, into);
            }
        };
    }

    /** What an expression gives. */
    static LongInput of(RowLongs expression, int table) {
        return new LongInput() {
            @Override
            void read(RowBlock block, long[] into) {
                expression.read(block.rows[table], block.size, into);
            }
        };
    }

    /** What an operation makes of two others. */
    static LongInput of(LongOperation operation, LongInput first, LongInput second) {
        return new LongInput() {
            @Override
            void read(RowBlock block, long[] into) {
                System.arraycopy(first.of(block), 0, into, 0, block.size);
                operation.withOthers(into, block.size, second.of(block));
            }
        };
    }

    /** The numbers of a block's rows, in an array that is filled anew for the next block. */
    final long[] of(RowBlock block) {
        if (last != block || fillings != block.fillings) {
            read(block, values);
            last = block;
            fillings = block.fillings;
        }
        return values;
    }

    abstract void read(RowBlock block, long[] into);
}
