package org.speedwell.accelerator.column;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.GrowingRegion;

/** Which rows are NULL, as long as that is being found out: one bit a row, from the first NULL on. */
final class StagedValidity implements AutoCloseable {
    /** Whole words, set bits for NULL; null as long as there is none. */
    private @Nullable GrowingRegion words;

    private int nulls;

    /** To be called for NULL rows only, in ascending order. */
    void addNull(int row) {
        GrowingRegion target = words == null ? new GrowingRegion() : words;
        words = target;
        while (target.size() <= (long) (row >>> 6) << 3) {
            target.appendLong(0);
        }
        long at = (long) (row >>> 6) << 3;
        target.region().putLong(at, target.region().getLong(at) | 1L << row);
        nulls++;
    }

    int nulls() {
        return nulls;
    }

    boolean isNull(int row) {
        long at = (long) (row >>> 6) << 3;
        return words != null && at < words.size() && (words.region().getLong(at) & 1L << row) != 0;
    }

    /** Clears the bits of these NULL rows in a validity of which this is the part from a row on. */
    void clearIn(Validity target, int fromRow) {
        if (words == null) {
            return;
        }
        for (long at = 0; at < words.size(); at += Long.BYTES) {
            for (long word = words.region().getLong(at); word != 0; word &= word - 1) {
                target.clear(fromRow + (int) (at << 3) + Long.numberOfTrailingZeros(word));
            }
        }
    }

    @Override
    public void close() {
        if (words != null) {
            words.close();
        }
    }
}
