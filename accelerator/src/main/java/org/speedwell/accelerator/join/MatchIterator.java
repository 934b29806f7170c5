package org.speedwell.accelerator.join;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.KeyRange;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.kernel.Selector;

/** An iterator over the rows of one table that a join combines with a row of another table. For one thread. */
public abstract sealed class MatchIterator {
    /**
     * Finds the rows that match a row of the other table, and returns their number.
     *
     * @param otherRow a row, or {@link TupleSource#NO_ROW}
     */
    abstract int find(int otherRow);

    /** Returns one of the rows that the last call of {@link #find} found. They are in row order. */
    abstract int row(int place);

    /**
     * Returns the rows that match at least one of some other rows, in ascending order. Returns null if the other rows
     * have more matches than a limit.
     */
    public final int @Nullable [] rowsOf(int[] others, int limit) {
        IntStream.Builder all = IntStream.builder();
        long matches = 0;
        for (int other : others) {
            int count = find(other);
            matches += count;
            if (matches > limit) {
                return null;
            }
            for (int place = 0; place < count; place++) {
                all.add(row(place));
            }
        }
        return all.build().sorted().distinct().toArray();
    }

    /** An iterator over all rows. The other row does not matter. */
    public static final class All extends MatchIterator {
        private final Rows rows;

        public All(Rows rows) {
            this.rows = rows;
        }

        @Override
        int find(int otherRow) {
            return rows.size();
        }

        @Override
        int row(int place) {
            return rows.get(place);
        }
    }

    /** An iterator over the rows with an equal value. Their positions are consecutive. */
    public static final class Equal extends MatchIterator {
        private final KeyedRows rows;
        private final KeyMatch match;
        private final KeyColumn other;
        private int first;

        public Equal(KeyedRows rows, KeyMatch match, KeyColumn other) {
            this.rows = rows;
            this.match = match;
            this.other = other;
        }

        @Override
        int find(int otherRow) {
            if (otherRow == TupleSource.NO_ROW || other.isNull(otherRow)) {
                return 0;
            }
            KeyRange range = match.range(other.key(otherRow));
            if (range.isEmpty()) {
                return 0;
            }
            first = rows.below(range.low());
            return rows.through(range.high()) - first;
        }

        @Override
        int row(int place) {
            return rows.row(first + place);
        }
    }

    /**
     * An iterator over the rows whose keys are in a range, or outside one, and that pass a test. It collects them and
     * sorts them by row id.
     */
    public static final class Gathered extends MatchIterator {
        private final KeyedRows rows;
        private final KeyMatch match;
        private final KeyColumn other;
        private final @Nullable Selector test;
        private int[] found = new int[16];
        private int size;

        public Gathered(KeyedRows rows, KeyMatch match, KeyColumn other, @Nullable Selector test) {
            this.rows = rows;
            this.match = match;
            this.other = other;
            this.test = test;
        }

        @Override
        int find(int otherRow) {
            size = 0;
            if (otherRow == TupleSource.NO_ROW || other.isNull(otherRow)) {
                return 0;
            }
            KeyRange range = match.range(other.key(otherRow));
            int from = range.isEmpty() ? 0 : rows.below(range.low());
            int to = range.isEmpty() ? 0 : rows.through(range.high());
            if (match.inverted()) {
                gather(0, from);
                gather(to, rows.size());
            } else {
                gather(from, to);
            }
            Arrays.sort(found, 0, size);
            return size;
        }

        private void gather(int from, int to) {
            if (size + to - from > found.length) {
                found = Arrays.copyOf(found, Math.max(size + to - from, 2 * found.length));
            }
            for (int position = from; position < to; position++) {
                int row = rows.row(position);
                if (test == null || test.test(row)) {
                    found[size++] = row;
                }
            }
        }

        @Override
        int row(int place) {
            return found[place];
        }
    }
}
