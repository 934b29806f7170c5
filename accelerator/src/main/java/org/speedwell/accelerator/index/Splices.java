package org.speedwell.accelerator.index;

import java.util.function.IntUnaryOperator;

/**
 * What is taken out of a list and put into it. All places are those before any change.
 *
 * @param removed places, ascending
 * @param at for each row that is put in the place before which it stands, or the size for the end; ascending
 * @param inserted rows, those of one place in their order
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Splices(int[] removed, int[] at, int[] inserted) {

    /** Takes what comes out. */
    @FunctionalInterface
    interface Target {
        void set(int place, int row);
    }

    /** How many of ascending numbers are below one. */
    private static int below(int[] numbers, int number) {
        int low = 0;
        int high = numbers.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (numbers[middle] < number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** How many rows {@link #copy} gives. */
    int length(int from, int to, boolean isEnd) {
        int out = below(removed, to) - below(removed, from);
        int in = (isEnd ? at.length : below(at, to)) - below(at, from);
        return to - from - out + in;
    }

    /** Copies the rows from a place to another, and, where that is the end of all, what is put in there. */
    void copy(int from, int to, boolean isEnd, IntUnaryOperator source, Target target) {
        int nextRemoved = below(removed, from);
        int nextInserted = below(at, from);
        int next = 0;
        for (int place = from; place < to; place++) {
            while (nextInserted < at.length && at[nextInserted] == place) {
                target.set(next++, inserted[nextInserted++]);
            }
            if (nextRemoved < removed.length && removed[nextRemoved] == place) {
                nextRemoved++;
            } else {
                target.set(next++, source.applyAsInt(place));
            }
        }
        while (isEnd && nextInserted < at.length) {
            target.set(next++, inserted[nextInserted++]);
        }
    }
}
