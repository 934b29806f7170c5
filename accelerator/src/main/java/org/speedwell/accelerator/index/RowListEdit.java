package org.speedwell.accelerator.index;

/**
 * What is taken out of a list and put into it. All places are those before any change.
 *
 * @param removed places, ascending
 * @param at for each row that is put in the place before which it stands, or the size for the end; ascending
 * @param inserted rows, those of one place in their order
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RowListEdit(int[] removed, int[] at, int[] inserted) {

    /** Takes what comes out. */
    interface Target {
        /** The rows at places of the former list, from one to another. */
        void copy(int from, int to);

        void add(int row);
    }

    /** How many of ascending numbers are below one; as many as are told are known to be, and few more are. */
    private static int below(int[] numbers, int known, int number) {
        int below = known;
        while (below < numbers.length && numbers[below] < number) {
            below++;
        }
        return below;
    }

    /** Gives the changes of a list from its begin to its end. For one thread. */
    final class Cursor {
        private int nextRemoved;
        private int nextInserted;

        /** The first place at or after the last one given that has a change, or {@code Integer.MAX_VALUE}. */
        int next() {
            int out = nextRemoved < removed.length ? removed[nextRemoved] : Integer.MAX_VALUE;
            return Math.min(out, nextInserted < at.length ? at[nextInserted] : Integer.MAX_VALUE);
        }

        /** How much longer the list gets by the changes before a place that have not been given. */
        int growth(int to) {
            return below(at, nextInserted, to) - nextInserted - (below(removed, nextRemoved, to) - nextRemoved);
        }

        /** Gives all rows from one place to another; of those that are put in, the ones before the other place. */
        void give(int from, int to, Target target) {
            int copied = from;
            for (int place = next(); place < to; place = next()) {
                if (copied < place) {
                    target.copy(copied, place);
                    copied = place;
                }
                while (nextInserted < at.length && at[nextInserted] == place) {
                    target.add(inserted[nextInserted++]);
                }
                if (nextRemoved < removed.length && removed[nextRemoved] == place) {
                    nextRemoved++;
                    copied = place + 1;
                }
            }
            if (copied < to) {
                target.copy(copied, to);
            }
        }

        /** Gives what is put in behind all. */
        void giveEnd(Target target) {
            while (nextInserted < at.length) {
                target.add(inserted[nextInserted++]);
            }
        }
    }
}
