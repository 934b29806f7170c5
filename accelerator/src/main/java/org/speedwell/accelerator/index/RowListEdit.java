package org.speedwell.accelerator.index;

/**
 * The removals from a list of rows and the insertions into it. All places refer to the list before any change.
 *
 * @param removed the places of the removed rows, ascending
 * @param at for each inserted row, the place of the row that it precedes, or the size of the list to append; ascending
 * @param inserted the inserted rows, in the order of {@code at}. Rows with the same place keep their order.
 */
@SuppressWarnings("ArrayRecordComponent") // no code compares it
record RowListEdit(int[] removed, int[] at, int[] inserted) {

    /** The receiver of the edited list, from its start to its end. */
    interface Target {
        /** Appends the rows between two places of the former list, {@code to} exclusive. */
        void copy(int from, int to);

        void add(int row);
    }

    /**
     * Returns the number of elements of an ascending array that are below a number. The caller knows that at least
     * {@code known} elements are below it. A linear search suffices because few others are.
     */
    private static int below(int[] numbers, int known, int number) {
        int below = known;
        while (below < numbers.length && numbers[below] < number) {
            below++;
        }
        return below;
    }

    /** A cursor over the changes, from the start of the list to its end. For one thread. */
    final class Cursor {
        private int nextRemoved;
        private int nextInserted;

        /** Returns the place of the next change that the cursor has not passed on, or {@code Integer.MAX_VALUE}. */
        int next() {
            int out = nextRemoved < removed.length ? removed[nextRemoved] : Integer.MAX_VALUE;
            return Math.min(out, nextInserted < at.length ? at[nextInserted] : Integer.MAX_VALUE);
        }

        /**
         * Returns by how many rows the remaining changes before a place lengthen the list. Negative if they shorten it.
         */
        int growth(int to) {
            return below(at, nextInserted, to) - nextInserted - (below(removed, nextRemoved, to) - nextRemoved);
        }

        /**
         * Passes on the edited rows of a range of places, which ends before {@code to}. Insertions at {@code to} are
         * not part of it.
         */
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

        /** Passes on the insertions at the end of the list. */
        void passEnd(Target target) {
            while (nextInserted < at.length) {
                target.add(inserted[nextInserted++]);
            }
        }
    }
}
