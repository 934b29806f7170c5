package org.speedwell.accelerator.kernel;

import java.util.function.IntConsumer;
import org.speedwell.accelerator.index.SortedIndex;

/** Rows of one table in a certain order, each reached by its place. Immutable and thread-safe. */
public sealed interface Rows {

    /** How many rows there are. */
    int size();

    /** The row at a place from 0 to {@code size() − 1}. */
    int get(int place);

    /** The rows from one place to another, which must lie within. */
    Rows slice(int from, int to);

    /** The rows in order. */
    default void forEach(IntConsumer action) {
        for (int place = 0; place < size(); place++) {
            action.accept(get(place));
        }
    }

    /** Rows {@code from} to {@code to} − 1 in row order. */
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

    /** Positions {@code from} to {@code to} − 1 of an index. */
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
     * The positions {@code low} to {@code high} − 1 of an index with the greatest key first, rows of equal key in row
     * order; of these, the places {@code from} to {@code to} − 1. The positions hold whole groups of equal keys and no
     * NULL row.
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

    /** Places {@code from} to {@code to} − 1 of an array, which is not changed any more. */
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

    /** The one, then the other. */
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
