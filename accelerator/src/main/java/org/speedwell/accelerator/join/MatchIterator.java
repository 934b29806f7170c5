package org.speedwell.accelerator.join;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.KeyRange;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.kernel.Selector;

/** The rows of one table that a join puts beside a row of another, found for one after another. For one thread. */
public abstract sealed class MatchIterator {
    /** Finds those of a row of the other table, or of {@link TupleSource#NO_ROW}; how many there are. */
    abstract int find(int otherRow);

    /** One of those that were found, in row order. */
    abstract int row(int place);

    /** All rows, whatever the other is. */
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

    /** Those of the same value: they follow one another. */
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

    /** Those whose keys lie in a range, or beyond one, and that pass a test: gathered, and brought into row order. */
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
