package org.speedwell.accelerator.index;

import org.speedwell.accelerator.column.KeyColumn;

/**
 * Where to search for keys that are far apart: their range cut into buckets of equal width, at most as many as there are
 * keys. Keys that are spread evenly share a bucket with few others; where they are not, the search is a binary one over
 * those of the bucket.
 */
final class Buckets {
    private final int[] starts;
    private final int shift;

    /**
     * Those of which this is known.
     *
     * @param starts for each bucket how many rows have a key below those of it; one more entry at the end
     * @param shift a bucket has 2<sup>shift</sup> keys
     */
    Buckets(int[] starts, int shift) {
        this.starts = starts;
        this.shift = shift;
    }

    /** Those of a column, of whose rows some have a value; at most so many. */
    static Buckets of(KeyColumn column, int most) {
        long span = column.max() - column.min(); // unsigned
        int wanted = Math.min(most, Integer.highestOneBit(column.rows() - column.nulls()));
        int shift = Math.max(0, 64 - Long.numberOfLeadingZeros(span) - Integer.numberOfTrailingZeros(wanted));
        return new Buckets(starts(column, shift), shift);
    }

    /** For each 2<sup>shift</sup> keys from the least of a column on how many rows lie below; one more entry at the end. */
    static int[] starts(KeyColumn column, int shift) {
        int[] starts = new int[(int) (column.max() - column.min() >>> shift) + 2];
        for (int row = 0; row < column.rows(); row++) {
            if (!column.isNull(row)) {
                starts[(int) (column.key(row) - column.min() >>> shift) + 1]++;
            }
        }
        SortedIndexBuilder.addUp(starts);
        return starts;
    }

    int[] starts() {
        return starts;
    }

    int shift() {
        return shift;
    }

    /** The bucket of a key, given its distance from the least. */
    int bucket(long distance) {
        return (int) (distance >>> shift);
    }
}
