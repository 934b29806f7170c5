package org.speedwell.accelerator.kernel;

import java.util.function.IntConsumer;
import org.speedwell.accelerator.index.SortedIndex;

/** An ordered list of rows of one table, with access by position. Immutable and thread-safe. */
public sealed interface Rows {

    /** Returns the number of rows. */
    int size();

    /** Returns the row at a position from 0 to {@code size() − 1}. */
    int get(int place);

    /**
     * Returns a part of the list.
     *
     * @param from the first position of the part
     * @param to the position after the last; at most {@link #size}
     */
    Rows slice(int from, int to);

    /** Passes each row to an action, in order. */
    default void forEach(IntConsumer action) {
        for (int place = 0; place < size(); place++) {
            action.accept(get(place));
        }
    }

    /**
     * Consecutive rows of a table, in row order.
     *
     * @param from the first row
     * @param to the row after the last
     */
    record Sequence(int from, int to) implements Rows {
        @Override
        public int size() {
            return to - from;
        }

        @Override
        public int get(int place) {
            return from + place;
        }

        @Override
        public Rows slice(int start, int end) {
            return new Sequence(from + start, from + end);
        }
    }

    /**
     * Rows in the ascending order of an index.
     *
     * @param from the first position in the index
     * @param to the position after the last
     */
    record Ascending(SortedIndex index, int from, int to) implements Rows {
        @Override
        public int size() {
            return to - from;
        }

        @Override
        public int get(int place) {
            return index.row(from + place);
        }

        @Override
        public Rows slice(int start, int end) {
            return new Ascending(index, from + start, from + end);
        }

        @Override
        public void forEach(IntConsumer action) {
            index.forEachRow(from, to, action);
        }
    }

    /**
     * A part of an index read from the greatest key down, with rows of equal key in row order.
     *
     * @param low the first position of the part. The part contains whole groups of equal keys and no NULL row
     * @param high the position after the last of the part
     * @param from the first place of this list in the descending order
     * @param to the place after the last
     */
    record Descending(SortedIndex index, int low, int high, int from, int to) implements Rows {
        @Override
        public int size() {
            return to - from;
        }

        @Override
        public int get(int place) {
            return index.descendingRow(high, from + place);
        }

        @Override
        public Rows slice(int start, int end) {
            return new Descending(index, low, high, from + start, from + end);
        }

        @Override
        public void forEach(IntConsumer action) {
            int mirrored = high - 1 - from;
            int last = high - to;
            while (mirrored >= last) {
                long key = index.column().key(index.row(mirrored));
                int start = index.below(key);
                int end = index.through(key);
                int first = start + (end - 1 - mirrored);
                int stop = start + (end - Math.max(start, last));
                index.forEachRow(first, stop, action);
                mirrored = start - 1;
            }
        }
    }

    /**
     * Rows in an array that no code changes any more.
     *
     * @param from the first index of the array
     * @param to the index after the last
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Listed(int[] rows, int from, int to) implements Rows {
        @Override
        public int size() {
            return to - from;
        }

        @Override
        public int get(int place) {
            return rows[from + place];
        }

        @Override
        public Rows slice(int start, int end) {
            return new Listed(rows, from + start, from + end);
        }
    }

    /** The first list followed by the second. */
    record Joined(Rows first, Rows second) implements Rows {
        @Override
        public int size() {
            return first.size() + second.size();
        }

        @Override
        public int get(int place) {
            return place < first.size() ? first.get(place) : second.get(place - first.size());
        }

        @Override
        public Rows slice(int start, int end) {
            int split = first.size();
            if (end <= split) {
                return first.slice(start, end);
            }
            if (start >= split) {
                return second.slice(start - split, end - split);
            }
            return new Joined(first.slice(start, split), second.slice(0, end - split));
        }

        @Override
        public void forEach(IntConsumer action) {
            first.forEach(action);
            second.forEach(action);
        }
    }
}
