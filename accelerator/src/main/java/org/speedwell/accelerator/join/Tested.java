package org.speedwell.accelerator.join;

import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.kernel.Selector;

/** Tuples whose row of one table passes a test, or that have none: a filter that NULL passes, behind an outer join. */
final class Tested implements TupleSource {
    private final TupleSource input;
    private final int table;
    private final Selector test;

    Tested(TupleSource input, int table, Selector test) {
        this.input = input;
        this.table = table;
        this.test = test;
    }

    @Override
    public boolean next(RowBlock block, int most) {
        while (input.next(block, most)) {
            int size = 0;
            for (int i = 0; i < block.size; i++) {
                int row = block.rows[table][i];
                if (row == NO_ROW || test.test(row)) {
                    for (int[] rows : block.rows) {
                        rows[size] = rows[i];
                    }
                    size++;
                }
            }
            block.size = size;
            if (size > 0) {
                return true;
            }
        }
        return false;
    }
}
