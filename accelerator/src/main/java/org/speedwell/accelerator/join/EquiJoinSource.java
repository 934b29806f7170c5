package org.speedwell.accelerator.join;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.KeyRange;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.kernel.Selector;

/**
 * A source that joins one more table by equality. It extends each tuple with the matching rows, in row order. It
 * processes a block of tuples at a time, so that it reads and looks up many keys together.
 */
public final class EquiJoinSource implements TupleSource {
    private final TupleSource input;
    private final KeyedRows rows;
    private final KeyMatch match;
    private final KeyColumn otherKeys;
    private final @Nullable Selector test;
    private final int table;
    private final int other;
    private final int[] before;
    private final boolean isLeft;
    private final RowBlock tuples;
    private final long[] keys;

    /** The position of the first matching row of each tuple. {@code to} holds the position after the last one. */
    private final int[] from;

    private final int[] to;

    /** The tuple of each pair. {@code partners} holds the position of the matching row, and later the row itself. */
    private final int[] of;

    private final int[] partners;

    /** The tuple whose matching rows come next. {@code next} is the position of the first of these rows. */
    private int tuple;

    private int next;

    /**
     * Creates the source without reading.
     *
     * @param input the tuples of the tables joined before
     * @param rows the rows of the joined table, by key
     * @param match decides which keys match; an equality
     * @param otherKeys the column that the keys of the joined table must match
     * @param test a filter on the joined rows; null accepts all
     * @param table the place of the joined table in a tuple
     * @param other the place of the table that has {@code otherKeys}
     * @param before the places of all tables joined before
     * @param isLeft true for a left join, which keeps tuples without a matching row; it requires that {@code test} is
     * null
     * @param tuples the block that receives the tuples of {@code input}. Its capacity limits the number of tuples that
     * {@link #next} gives at once
     */
    public EquiJoinSource(
            TupleSource input,
            KeyedRows rows,
            KeyMatch match,
            KeyColumn otherKeys,
            @Nullable Selector test,
            int table,
            int other,
            int[] before,
            boolean isLeft,
            RowBlock tuples) {
        this.input = input;
        this.rows = rows;
        this.match = match;
        this.otherKeys = otherKeys;
        this.test = test;
        this.table = table;
        this.other = other;
        this.before = before;
        this.isLeft = isLeft;
        this.tuples = tuples;
        int capacity = tuples.capacity();
        this.keys = new long[capacity];
        this.from = new int[capacity];
        this.to = new int[capacity];
        this.of = new int[capacity];
        this.partners = new int[capacity];
    }

    @Override
    public boolean next(RowBlock block, int limit) {
        int most = Math.min(limit, tuples.capacity());
        block.size = 0;
        while (block.size == 0 && (tuple < tuples.size || read(most))) {
            int pairs = pair(most);
            rows.rows(partners, pairs);
            block.size = test == null ? pairs : passing(test, pairs);
            put(block);
        }
        return block.size > 0;
    }

    private boolean read(int limit) {
        tuple = 0;
        if (!input.next(tuples, limit)) {
            tuples.size = 0;
            return false;
        }
        find();
        next = from[0];
        return true;
    }

    private void find() {
        int[] others = tuples.rows[other];
        if (match.isIdentity() && otherKeys.nulls() == 0 && areRows(others)) {
            otherKeys.keys(others, tuples.size, keys);
            rows.bounds(keys, tuples.size, from, to);
        } else {
            for (int i = 0; i < tuples.size; i++) {
                find(i, others[i]);
            }
        }
    }

    private boolean areRows(int[] others) {
        int signs = 0;
        for (int i = 0; i < tuples.size; i++) {
            signs |= others[i];
        }
        return signs >= 0;
    }

    private void find(int of, int otherRow) {
        from[of] = 0;
        to[of] = 0;
        if (otherRow != NO_ROW && !otherKeys.isNull(otherRow)) {
            KeyRange range = match.range(otherKeys.key(otherRow));
            if (!range.isEmpty()) {
                from[of] = rows.below(range.low());
                to[of] = rows.through(range.high());
            }
        }
    }

    /** Forms up to {@code limit} pairs from the remaining tuples, and returns their number. */
    private int pair(int limit) {
        if (tuple == 0 && tuples.size <= limit && !isLeft && areSingle()) {
            return pairSingle();
        }
        int pairs = 0;
        while (tuple < tuples.size && pairs < limit) {
            if (isLeft && from[tuple] == to[tuple]) {
                of[pairs] = tuple;
                partners[pairs++] = NO_ROW;
            }
            int end = Math.min(to[tuple], next + limit - pairs);
            for (; next < end; next++) {
                of[pairs] = tuple;
                partners[pairs++] = next;
            }
            if (next >= to[tuple] && ++tuple < tuples.size) {
                next = from[tuple];
            }
        }
        return pairs;
    }

    /** Returns whether no tuple has more than one matching row. This is the case if the join follows a foreign key. */
    private boolean areSingle() {
        int most = 0;
        for (int i = 0; i < tuples.size; i++) {
            most = Math.max(most, to[i] - from[i]);
        }
        return most <= 1;
    }

    private int pairSingle() {
        int pairs = 0;
        for (int i = 0; i < tuples.size; i++) {
            of[pairs] = i;
            partners[pairs] = from[i];
            pairs += to[i] - from[i];
        }
        tuple = tuples.size;
        return pairs;
    }

    private int passing(Selector selector, int pairs) {
        int size = 0;
        for (int i = 0; i < pairs; i++) {
            of[size] = of[i];
            partners[size] = partners[i];
            size += selector.test(partners[i]) ? 1 : 0;
        }
        return size;
    }

    private void put(RowBlock block) {
        System.arraycopy(partners, 0, block.rows[table], 0, block.size);
        for (int place : before) {
            int[] source = tuples.rows[place];
            int[] target = block.rows[place];
            for (int i = 0; i < block.size; i++) {
                target[i] = source[of[i]];
            }
        }
    }

    /** Counts the pairs without forming them, unless there is a test. */
    @Override
    public long count(int tables) {
        if (test != null) {
            return TupleSource.super.count(tables);
        }
        long count = 0;
        while (input.next(tuples, tuples.capacity())) {
            find();
            for (int i = 0; i < tuples.size; i++) {
                count += isLeft ? Math.max(1, to[i] - from[i]) : to[i] - from[i];
            }
        }
        return count;
    }
}
