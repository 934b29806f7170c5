package org.speedwell.accelerator.eval;

import java.util.function.LongToIntFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;

/** An int of each key of a column; where the keys lie close together, each is computed once. */
final class KeyedInts implements RowLongs {
    /** From the least to the greatest key: the days of 40 years. */
    private static final int CLOSE = 1 << 14;

    private final KeyColumn column;
    private final LongToIntFunction ofKey;

    /** By key from the least on, turned so that 0 is none yet; a race computes it twice. */
    private final int @Nullable [] known;

    KeyedInts(KeyColumn column, LongToIntFunction ofKey) {
        this.column = column;
        this.ofKey = ofKey;
        this.known = isClose(column) ? new int[(int) (column.max() - column.min()) + 1] : null;
    }

    static boolean isClose(KeyColumn column) {
        long span = column.max() - column.min();
        return span >= 0 && span < CLOSE;
    }

    @Override
    public long applyAsLong(int row) {
        long key = column.key(row);
        return known == null ? ofKey.applyAsInt(key) : known(known, key);
    }

    private int known(int[] numbers, long key) {
        int place = (int) (key - column.min());
        int number = numbers[place];
        if (number == 0) {
            number = ofKey.applyAsInt(key) ^ Integer.MIN_VALUE;
            numbers[place] = number;
        }
        return number ^ Integer.MIN_VALUE;
    }

    @Override
    public void read(int[] rows, int count, long[] into) {
        column.keys(rows, count, into);
        if (known == null) {
            for (int i = 0; i < count; i++) {
                into[i] = ofKey.applyAsInt(into[i]);
            }
        } else {
            for (int i = 0; i < count; i++) {
                into[i] = known(known, into[i]);
            }
        }
    }
}
