package org.speedwell.accelerator.index;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;

/**
 * Where to search for keys that are far apart: their range cut into buckets of equal width, at most as many as there are
 * keys. Keys that are spread evenly share a bucket with few others; where they are not, the search is a binary one over
 * those of the bucket.
 */
final class Buckets {
    private final long base;
    private final int[] starts;
    private final int shift;

    /**
     * Those of which this is known.
     *
     * @param base the first key of the first bucket
     * @param starts for each bucket how many rows have a key below those of it; one more entry at the end
     * @param shift a bucket has 2<sup>shift</sup> keys
     */
    Buckets(long base, int[] starts, int shift) {
        this.base = base;
        this.starts = starts;
        this.shift = shift;
    }

    /** Those of some rows of a column, none of them NULL, of which there is one; at most so many. */
    static Buckets of(KeyColumn column, int most, int rows, IntUnaryOperator rowAt) {
        long span = column.max() - column.min(); // unsigned
        int wanted = Math.min(most, Integer.highestOneBit(rows));
        int bits = 64 - Long.numberOfLeadingZeros(span) - Integer.numberOfTrailingZeros(wanted);
        int shift = Math.clamp(bits, 0, 63); // one row may have any key of a wide range
        return new Buckets(column.min(), starts(column, shift, rows, rowAt), shift);
    }

    /** For each 2<sup>shift</sup> keys from the least of a column on how many rows lie below; one more entry at the end. */
    static int[] starts(KeyColumn column, int shift, int rows, IntUnaryOperator rowAt) {
        int[] starts = new int[(int) (column.max() - column.min() >>> shift) + 2];
        for (int place = 0; place < rows; place++) {
            starts[(int) (column.key(rowAt.applyAsInt(place)) - column.min() >>> shift) + 1]++;
        }
        SortedIndexBuilder.addUp(starts);
        return starts;
    }

    /**
     * Those of a later version, with keys from {@code min} to {@code max}: null where they would be too many.
     *
     * @param removed keys that rows have no longer, ascending
     * @param added keys that rows have now, ascending
     */
    @Nullable
    Buckets edit(long min, long max, int most, long[] removed, long[] added) {
        long before = min >= base ? 0 : (base - min - 1 >>> shift) + 1;
        long newBase = base - (before << shift);
        long count = (max - newBase >>> shift) + 2;
        boolean fits = before >= 0 && before <= most && before << shift >>> shift == before && newBase <= min;
        if (!fits || newBase > base || count < 2 || count > most) {
            return null;
        }
        int[] next = new int[(int) count];
        int kept = Math.min(starts.length, next.length - (int) before);
        System.arraycopy(starts, 0, next, (int) before, kept);
        Arrays.fill(next, (int) before + kept, next.length, starts[starts.length - 1]);
        Buckets edited = new Buckets(newBase, next, shift);
        int out = removed.length;
        int in = added.length;
        for (int end = next.length; in > 0 || out > 0; ) {
            int last = Math.max(
                    out > 0 ? edited.bucket(removed[out - 1]) : -1, in > 0 ? edited.bucket(added[in - 1]) : -1);
            // The buckets behind this one have as many more as keys up to it were added
            int growth = in - out;
            for (int i = last + 1; growth != 0 && i < end; i++) {
                next[i] += growth;
            }
            while (out > 0 && edited.bucket(removed[out - 1]) == last) {
                out--;
            }
            while (in > 0 && edited.bucket(added[in - 1]) == last) {
                in--;
            }
            end = last + 1;
        }
        return edited;
    }

    int[] starts() {
        return starts;
    }

    int shift() {
        return shift;
    }

    /** How far a key is from the first key of its bucket to that of the next, from 0 to 1. */
    double share(long key) {
        return (key - base & (1L << shift) - 1) / (double) (1L << shift);
    }

    int bucket(long key) {
        return (int) (key - base >>> shift);
    }
}
