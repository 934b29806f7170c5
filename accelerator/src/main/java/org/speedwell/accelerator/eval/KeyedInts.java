package org.speedwell.accelerator.eval;

import java.util.function.LongToIntFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;

/** An {@code int} for each key of a column. If the keys are close together, the function runs once for each key. */
final class KeyedInts implements RowLongs {
    /**
     * The largest distance from the smallest to the largest key for which results are cached. It covers the days of 40
     * years.
     */
    private static final int CLOSE = 1 << 14;

    private final KeyColumn column;
    private final LongToIntFunction ofKey;

    /**
     * The cached results by key, from the smallest key on. Their sign bit is flipped, so that 0 means no result yet.
     * Threads may compute a result twice.
     */
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
