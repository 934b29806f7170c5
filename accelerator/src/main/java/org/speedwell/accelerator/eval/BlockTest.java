package org.speedwell.accelerator.eval;

import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.filter.RowTest;

/**
 * A condition that tests many rows at once. It evaluates for each row exactly the parts that a test of that row alone
 * evaluates. As soon as one part decides a row, the later parts do not run for it.
 */
sealed interface BlockTest extends RowTest
        permits BlockTest.All, BlockTest.Any, BlockTest.Not, LongComparison, DoubleComparison {
    @Override
    default boolean isRowByRow() {
        return false;
    }

    /** Returns the condition that a number is not 0. */
    static RowTest of(RowLongs value) {
        return value instanceof OfTest(RowTest test)
                ? test
                : new LongComparison(ComparisonOperator.NOT_EQUAL, value, new ConstantLong(0));
    }

    /** The number 1 for rows that meet a condition, and 0 for others. */
    record OfTest(RowTest test) implements RowLongs {
        @Override
        public long applyAsLong(int row) {
            return test.test(row) ? 1 : 0;
        }

        @Override
        public void read(int[] rows, int count, long[] into) {
            if (test.isRowByRow()) {
                for (int i = 0; i < count; i++) {
                    into[i] = test.test(rows[i]) ? 1 : 0;
                }
                return;
            }
            try (Scratch scratch = Scratch.own()) {
                int[] kept = scratch.ints(count);
                System.arraycopy(rows, 0, kept, 0, count);
                int size = test.keep(kept, count);
                int next = 0;
                for (int i = 0; i < count; i++) {
                    boolean isKept = next < size && rows[i] == kept[next];
                    into[i] = isKept ? 1 : 0;
                    next += isKept ? 1 : 0;
                }
            }
        }
    }

    /** A conjunction of conditions, tested in order. */
    @SuppressWarnings("ArrayRecordComponent") // records of arrays are never compared
    record All(RowTest[] conditions) implements BlockTest {
        @Override
        public boolean test(int row) {
            for (RowTest condition : conditions) {
                if (!condition.test(row)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public int keep(int[] rows, int count) {
            int kept = count;
            for (RowTest condition : conditions) {
                kept = condition.keep(rows, kept);
            }
            return kept;
        }
    }

    /** A disjunction of conditions, tested in order. */
    @SuppressWarnings("ArrayRecordComponent") // records of arrays are never compared
    record Any(RowTest[] conditions) implements BlockTest {
        @Override
        public boolean test(int row) {
            for (RowTest condition : conditions) {
                if (condition.test(row)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public int keep(int[] rows, int count) {
            try (Scratch scratch = Scratch.own()) {
                int[] left = scratch.ints(count);
                int[] part = scratch.ints(count);
                System.arraycopy(rows, 0, left, 0, count);
                int size = count;
                for (RowTest condition : conditions) {
                    System.arraycopy(left, 0, part, 0, size);
                    size = remove(left, size, part, condition.keep(part, size));
                }
                return remove(rows, count, left, size);
            }
        }
    }

    /** The negation of a condition. */
    record Not(RowTest condition) implements BlockTest {
        @Override
        public boolean test(int row) {
            return !condition.test(row);
        }

        @Override
        public int keep(int[] rows, int count) {
            try (Scratch scratch = Scratch.own()) {
                int[] part = scratch.ints(count);
                System.arraycopy(rows, 0, part, 0, count);
                return remove(rows, count, part, condition.keep(part, count));
            }
        }
    }

    /** Removes some of the rows, given in the same order. Returns the number of rows that remain. */
    private static int remove(int[] rows, int count, int[] some, int size) {
        int kept = 0;
        int next = 0;
        for (int i = 0; i < count; i++) {
            if (next < size && rows[i] == some[next]) {
                next++;
            } else {
                rows[kept++] = rows[i];
            }
        }
        return kept;
    }
}
