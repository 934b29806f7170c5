package org.speedwell.accelerator.join;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.kernel.Rows;

/** Puts beside each tuple of the tables joined so far the rows of one more: one tuple after another, so that few are held. */
public final class NestedLoopSource implements TupleSource {
    private final TupleSource input;
    private final MatchIterator partners;
    private final int table;
    private final int other;
    private final int[] before;
    private final boolean isLeft;

    /** Rows of a right join that have a tuple; null where it is none. */
    private final @Nullable BitSet matched;

    private final @Nullable Rows all;
    private final RowBlock tuples;

    /** The tuple whose partners are handed out, and which of them comes next. */
    private int tuple = -1;

    private int found;
    private int next;

    /** Of a right join, the place of the next row to ask whether it has a tuple; −1 while tuples come. */
    private int rest = -1;

    /**
     * @param table the place of the table that is joined
     * @param other the place of the table whose row decides, of those joined before
     * @param before the places of all that are joined before
     * @param isLeft whether a tuple without partners stays
     * @param all the rows that stay without a tuple; null where none does
     */
    public NestedLoopSource(
            TupleSource input,
            MatchIterator partners,
            int table,
            int other,
            int[] before,
            boolean isLeft,
            @Nullable Rows all,
            RowBlock tuples) {
        this.input = input;
        this.partners = partners;
        this.table = table;
        this.other = other;
        this.before = before;
        this.isLeft = isLeft;
        this.all = all;
        this.matched = all == null ? null : new BitSet();
        this.tuples = tuples;
    }

    @Override
    public boolean next(RowBlock block, int most) {
        block.size = 0;
        while (block.size < most && rest < 0) {
            if (next < found) {
                hand(block, Math.min(found - next, most - block.size));
            } else if (++tuple < tuples.size) {
                find(block);
            } else if (input.next(tuples, RowBlock.CAPACITY)) {
                tuple = -1;
            } else {
                tuples.size = 0;
                rest = 0;
            }
        }
        if (rest >= 0 && all != null) {
            addRest(block, all, most);
        }
        return block.size > 0;
    }

    private void find(RowBlock block) {
        next = 0;
        found = partners.find(tuples.rows[other][tuple]);
        if (found == 0 && isLeft) {
            add(block, NO_ROW);
        }
    }

    private void hand(RowBlock block, int count) {
        for (int end = next + count; next < end; next++) {
            int row = partners.row(next);
            if (matched != null) {
                matched.set(row);
            }
            add(block, row);
        }
    }

    private void add(RowBlock block, int row) {
        for (int place : before) {
            block.rows[place][block.size] = tuples.rows[place][tuple];
        }
        block.rows[table][block.size++] = row;
    }

    private void addRest(RowBlock block, Rows rows, int most) {
        while (block.size < most && rest < rows.size()) {
            int row = rows.get(rest++);
            if (matched != null && !matched.get(row)) {
                for (int place : before) {
                    block.rows[place][block.size] = NO_ROW;
                }
                block.rows[table][block.size++] = row;
            }
        }
    }

    /** Tuples that are only counted are not put together. */
    @Override
    public long count(int tables) {
        if (all != null || isLeft) {
            return TupleSource.super.count(tables);
        }
        long count = 0;
        while (input.next(tuples, RowBlock.CAPACITY)) {
            for (int i = 0; i < tuples.size; i++) {
                count += partners.find(tuples.rows[other][i]);
            }
        }
        return count;
    }
}
