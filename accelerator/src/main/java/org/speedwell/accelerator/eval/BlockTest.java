package org.speedwell.accelerator.eval;

import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.filter.RowTest;

/**
 * Conditions that are tested for many rows at once. Each row is tested no further than one row alone would be: what follows a condition
 * that decides a row is not computed for it.
 */
sealed interface BlockTest extends RowTest {
    /** Returns the condition that a number is not 0. */
    static RowTest of(RowLongs value) {
        return value instanceof OfTest(RowTest test)
                ? test
                : new Longs(ComparisonOperator.NOT_EQUAL, value, new ConstantLong(0));
    }

    /** Returns 1 where a condition holds, else 0. */
    static RowLongs longs(RowTest test) {
        return new OfTest(test);
    }

    /** 1 where a condition holds, else 0. */
    record OfTest(RowTest test) implements RowLongs {
        @Override
        public long applyAsLong(int row) {
            return test.test(row) ? 1 : 0;
        }
    }

    /** A comparison of whole numbers. */
    record Longs(ComparisonOperator operator, RowLongs first, RowLongs second) implements BlockTest {
        @Override
        public boolean test(int row) {
            return operator.holds(first.applyAsLong(row), second.applyAsLong(row));
        }

        @Override
        public int keep(int[] rows, int count) {
            try (Scratch scratch = Scratch.own()) {
                long[] a = scratch.longs(count);
                long[] b = scratch.longs(count);
                first.read(rows, count, a);
                second.read(rows, count, b);
                return switch (operator) {
                    case EQUAL -> equal(a, b, rows, count, true);
                    case NOT_EQUAL -> equal(a, b, rows, count, false);
                    case LESS_THAN -> less(a, b, rows, count);
                    case LESS_OR_EQUAL -> lessOrEqual(a, b, rows, count);
                    case GREATER_THAN -> less(b, a, rows, count);
                    case GREATER_OR_EQUAL -> lessOrEqual(b, a, rows, count);
                };
            }
        }

        private static int equal(long[] a, long[] b, int[] rows, int count, boolean isEqual) {
            int kept = 0;
            for (int i = 0; i < count; i++) {
                rows[kept] = rows[i];
                kept += a[i] == b[i] == isEqual ? 1 : 0;
            }
            return kept;
        }

        private static int less(long[] a, long[] b, int[] rows, int count) {
            int kept = 0;
            for (int i = 0; i < count; i++) {
                rows[kept] = rows[i];
                kept += a[i] < b[i] ? 1 : 0;
            }
            return kept;
        }

        private static int lessOrEqual(long[] a, long[] b, int[] rows, int count) {
            int kept = 0;
            for (int i = 0; i < count; i++) {
                rows[kept] = rows[i];
                kept += a[i] <= b[i] ? 1 : 0;
            }
            return kept;
        }
    }

    /** A comparison of floating-point numbers, by Java's operators. */
    record Doubles(ComparisonOperator operator, RowDoubles first, RowDoubles second) implements BlockTest {
        @Override
        public boolean test(int row) {
            return operator.holds(first.applyAsDouble(row), second.applyAsDouble(row));
        }

        @Override
        public int keep(int[] rows, int count) {
            try (Scratch scratch = Scratch.own()) {
                double[] a = scratch.doubles(count);
                double[] b = scratch.doubles(count);
                first.read(rows, count, a);
                second.read(rows, count, b);
                return switch (operator) {
                    case EQUAL -> equal(a, b, rows, count, true);
                    case NOT_EQUAL -> equal(a, b, rows, count, false);
                    case LESS_THAN -> less(a, b, rows, count);
                    case LESS_OR_EQUAL -> lessOrEqual(a, b, rows, count);
                    case GREATER_THAN -> less(b, a, rows, count);
                    case GREATER_OR_EQUAL -> lessOrEqual(b, a, rows, count);
                };
            }
        }

        private static int equal(double[] a, double[] b, int[] rows, int count, boolean isEqual) {
            int kept = 0;
            for (int i = 0; i < count; i++) {
                rows[kept] = rows[i];
                kept += a[i] == b[i] == isEqual ? 1 : 0;
            }
            return kept;
        }

        private static int less(double[] a, double[] b, int[] rows, int count) {
            int kept = 0;
            for (int i = 0; i < count; i++) {
                rows[kept] = rows[i];
                kept += a[i] < b[i] ? 1 : 0;
            }
            return kept;
        }

        private static int lessOrEqual(double[] a, double[] b, int[] rows, int count) {
            int kept = 0;
            for (int i = 0; i < count; i++) {
                rows[kept] = rows[i];
                kept += a[i] <= b[i] ? 1 : 0;
            }
            return kept;
        }
    }

    /** All of some conditions, tested in order. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
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

    /** Any of some conditions, tested in order. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
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

    /** The opposite of a condition. */
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

    /** Removes rows that are some of the others, in the same order; returns how many rows are left. */
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
