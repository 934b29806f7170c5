package org.speedwell.accelerator.index;

import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;

/**
 * A lookup table for searches among keys that are far apart. It divides the key range into buckets of equal width, at
 * most as many as there are keys. Evenly distributed keys share a bucket with few others. Otherwise a binary search
 * runs over the keys of one bucket.
 */
final class Buckets {
    private final long base;
    private final Starts starts;
    private final int shift;

    /**
     * Creates buckets from their description.
     *
     * @param base the first key of the first bucket
     * @param starts for each bucket the number of rows with a key less than its first key; one more entry at the end
     * @param shift a bucket has 2<sup>shift</sup> keys
     */
    Buckets(long base, Starts starts, int shift) {
        this.base = base;
        this.starts = starts;
        this.shift = shift;
    }

    /**
     * Returns buckets for some rows of a column, of which none is NULL and at least one exists.
     *
     * @param max the largest number of buckets
     */
    static Buckets of(KeyColumn column, int max, int rows, IntUnaryOperator rowAt) {
        long span = column.max() - column.min(); // unsigned
        int wanted = Math.min(max, Integer.highestOneBit(rows));
        int bits = 64 - Long.numberOfLeadingZeros(span) - Integer.numberOfTrailingZeros(wanted);
        int shift = Math.clamp(bits, 0, 63); // the key range of a single row may be wide
        return new Buckets(column.min(), new Starts(starts(column, shift, rows, rowAt)), shift);
    }

    /**
     * Counts the rows below each bucket of 2<sup>shift</sup> keys, from the least key of the column; one more entry at
     * the end.
     */
    static int[] starts(KeyColumn column, int shift, int rows, IntUnaryOperator rowAt) {
        int[] starts = new int[(int) (column.max() - column.min() >>> shift) + 2];
        for (int place = 0; place < rows; place++) {
            starts[(int) (column.key(rowAt.applyAsInt(place)) - column.min() >>> shift) + 1]++;
        }
        SortedIndexBuilder.addUp(starts);
        return starts;
    }

    /**
     * Returns the buckets of a later version, with keys from {@code min} to {@code max}; null if they would be more
     * than {@code maxBuckets}.
     *
     * @param removed keys of removed index entries, ascending
     * @param added keys of added index entries, ascending
     */
    @Nullable
    Buckets edit(long min, long max, int maxBuckets, long[] removed, long[] added) {
        long before = min >= base ? 0 : (base - min - 1 >>> shift) + 1;
        long newBase = base - (before << shift);
        long count = (max - newBase >>> shift) + 2;
        boolean fits = before >= 0 && before <= maxBuckets && before << shift >>> shift == before && newBase <= min;
        if (!fits || newBase > base || count < starts.length() + before || count > maxBuckets) {
            return null;
        }
        return new Buckets(
                newBase,
                starts.edit((int) before, (int) count, places(newBase, removed), places(newBase, added)),
                shift);
    }

    private int[] places(long newBase, long[] keys) {
        int[] places = new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            places[i] = (int) (keys[i] - newBase >>> shift);
        }
        return places;
    }

    Starts starts() {
        return starts;
    }

    int shift() {
        return shift;
    }

    /** Returns the relative place of a key in its bucket, from 0 to 1. */
    double share(long key) {
        return (key - base & (1L << shift) - 1) / (double) (1L << shift);
    }

    int bucket(long key) {
        return (int) (key - base >>> shift);
    }
}
