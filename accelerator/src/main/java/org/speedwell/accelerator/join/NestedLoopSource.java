package org.speedwell.accelerator.join;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.kernel.Rows;

/**
 * A source that joins one more table by a nested loop. It extends each tuple with the matching rows. It processes one
 * tuple after another, so that it holds only few matches.
 */
public final class NestedLoopSource implements TupleSource {
    private final TupleSource input;
    private final MatchIterator partners;
    private final int table;
    private final int other;
    private final int[] before;
    private final boolean isLeft;

    /** The rows of the joined table that a tuple matched. Null unless the join is a right join. */
    private final @Nullable BitSet matched;

    private final @Nullable Rows all;
    private final RowBlock tuples;

    /** The current tuple. It has {@code found} matching rows, and {@code next} is the first of them to return. */
    private int tuple = -1;

    private int found;
    private int next;

    /** The place of the next row of {@code all} that a right join checks. −1 until all tuples are processed. */
    private int rest = -1;

    /**
     * Creates the source without reading.
     *
     * @param input the tuples of the tables joined before
     * @param partners finds the matching rows
     * @param table the place of the joined table in a tuple
     * @param other the place of the table whose row decides which rows match
     * @param before the places of all tables joined before
     * @param isLeft true for a left join, which keeps tuples without a matching row
     * @param all for a right join, the rows that it keeps even without a matching tuple; null for other joins
     * @param tuples the block that receives the tuples of {@code input}
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
    public boolean next(RowBlock block, int limit) {
        block.size = 0;
        while (block.size < limit && rest < 0) {
            if (next < found) {
                deliver(block, Math.min(found - next, limit - block.size));
            } else if (++tuple < tuples.size) {
                find(block);
            } else if (input.next(tuples, tuples.capacity())) {
                tuple = -1;
            } else {
                tuples.size = 0;
                rest = 0;
            }
        }
        if (rest >= 0 && all != null) {
            addRest(block, all, limit);
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

    private void deliver(RowBlock block, int count) {
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

    private void addRest(RowBlock block, Rows rows, int limit) {
        while (block.size < limit && rest < rows.size()) {
            int row = rows.get(rest++);
            if (matched != null && !matched.get(row)) {
                for (int place : before) {
                    block.rows[place][block.size] = NO_ROW;
                }
                block.rows[table][block.size++] = row;
            }
        }
    }

    /** Counts the matches without forming tuples, unless the join is an outer join. */
    @Override
    public long count(int tables) {
        if (all != null || isLeft) {
            return TupleSource.super.count(tables);
        }
        long count = 0;
        while (input.next(tuples, tuples.capacity())) {
            for (int i = 0; i < tuples.size; i++) {
                count += partners.find(tuples.rows[other][i]);
            }
        }
        return count;
    }
}
