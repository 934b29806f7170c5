package org.speedwell.accelerator.filter;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.AbsentColumn;
import org.speedwell.accelerator.column.ByteRuns;
import org.speedwell.accelerator.column.BytesColumn;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.KeyRange;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.text.TextPattern;

/**
 * A condition on the columns of one table. Keys belong to the codec of the column. NULL rows match only where a filter
 * says so. The source of a range or set is the single predicate that it represents, for explain. It is null if the
 * filter combines several predicates.
 */
public sealed interface Filter {

    /** All rows including NULL rows, or no rows. */
    enum Constant implements Filter {
        ALL,
        NONE
    }

    /** Rows whose key is from {@code low} to {@code high}, both inclusive. If inverted, rows with any other key. */
    record InRange(
            ColumnRef.Ordered column,
            long low,
            long high,
            boolean inverted,
            @Nullable Predicate<?> source) implements Filter {
        public InRange(ColumnRef.Ordered column, long low, long high, boolean inverted) {
            this(column, low, high, inverted, null);
        }
    }

    /**
     * Rows whose key is in the ascending array. If inverted, rows with any other key. NULL rows match if {@code nulls}
     * is true.
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record KeySet(
            ColumnRef.Ordered column,
            long[] keys,
            boolean inverted,
            boolean nulls,
            @Nullable Predicate<?> source) implements Filter {
        /** The most words of a bitmap for each key of a dense set, such as the keys of another table. */
        private static final long WORDS_A_KEY = 4;

        /** The number of keys from which on a bitmap may sort them faster than comparisons. */
        private static final int MIN_KEYS_OF_BITMAP = 64;

        public KeySet(ColumnRef.Ordered column, long[] keys, boolean inverted, boolean nulls) {
            this(column, keys, inverted, nulls, null);
        }

        /**
         * Returns the filter of rows that have one of the given keys. If negated, it matches all other rows and NULL
         * rows.
         *
         * @param keys in any order; only the first {@code count} are used
         */
        public static Filter of(ColumnRef.Ordered column, long[] keys, int count, boolean negated) {
            if (count == 0) {
                return negated ? Constant.ALL : Constant.NONE;
            }
            return new KeySet(column, ascending(keys, count), negated, negated);
        }

        /** Returns the first {@code count} keys in ascending order, without duplicates. */
        public static long[] ascending(long[] keys, int count) {
            long[] sorted = Arrays.copyOf(keys, count);
            if (isAscending(sorted)) {
                return sorted;
            }
            if (count >= MIN_KEYS_OF_BITMAP) {
                long least = Arrays.stream(sorted).min().orElseThrow();
                long span = Arrays.stream(sorted).max().orElseThrow() - least;
                if (isDense(span, count)) {
                    return byBitmap(sorted, least, span);
                }
            }
            Arrays.sort(sorted);
            int size = 0;
            for (int i = 0; i < count; i++) {
                if (i == 0 || sorted[i] != sorted[i - 1]) {
                    sorted[size++] = sorted[i];
                }
            }
            return size == count ? sorted : Arrays.copyOf(sorted, size);
        }

        /**
         * Returns whether a bitmap of a range of keys takes little memory for a number of keys in it. A lookup in it is then
         * faster than a search among the keys, even if the bitmap is larger than the caches.
         *
         * @param span the distance of the greatest key of the range from the smallest
         */
        public static boolean isDense(long span, int keys) {
            return span >= 0 && span < Integer.MAX_VALUE && span >>> 6 <= WORDS_A_KEY * keys;
        }

        /** Returns the keys in ascending order, without duplicates. A bitmap of a narrow range is faster than a sort. */
        private static long[] byBitmap(long[] keys, long least, long span) {
            long[] bits = new long[(int) (span >>> 6) + 1];
            for (long key : keys) {
                bits[(int) (key - least >>> 6)] |= 1L << key - least;
            }
            long[] ascending =
                    new long[Arrays.stream(bits).mapToInt(Long::bitCount).sum()];
            int size = 0;
            for (int i = 0; i < bits.length; i++) {
                for (long word = bits[i]; word != 0; word &= word - 1) {
                    ascending[size++] = least + ((long) i << 6) + Long.numberOfTrailingZeros(word);
                }
            }
            return ascending;
        }

        private static boolean isAscending(long[] keys) {
            for (int i = 1; i < keys.length; i++) {
                if (keys[i] <= keys[i - 1]) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * Rows with values in two columns whose keys are comparable: the key of {@code below} is less than the key of
     * {@code above}. If {@code orSame} is true, equal keys also match.
     */
    record KeyOrdered(ColumnRef.Ordered below, ColumnRef.Ordered above, boolean orSame) implements Filter {}

    /** The NULL rows of a column. */
    record NullRows(ColumnRef column) implements Filter {}

    /** Rows for which the predicate holds. The test uses an entity that has only the value of this column. */
    record FieldTest(ColumnRef column, Predicate<?> predicate) implements Filter {}

    /** Rows whose text matches a pattern, or does not match it if inverted. NULL rows never match. */
    record TextMatch(ColumnRef column, TextPattern pattern, boolean inverted) implements Filter {
        /** Returns the texts of a column. Returns null if the column has no texts or does not store them as bytes. */
        public static @Nullable ByteRuns texts(ColumnRef column) {
            ByteRuns runs = switch (column.column()) {
                case KeyColumn keys -> keys.runs();
                case BytesColumn bytes -> bytes.runs();
                case AbsentColumn _ -> null;
            };
            return runs == null || !runs.isText() ? null : runs;
        }

        /** Returns the texts to match, row by row. */
        public ByteRuns texts() {
            return Objects.requireNonNull(texts(column));
        }
    }

    /**
     * Rows for which a condition on columns holds. Computing the condition never throws.
     *
     * @param columns the columns that the condition reads
     * @param matchesNull true if the condition holds for a row of NULLs
     */
    record Computed(Expr condition, Map<Expr.Column, ColumnRef> columns, boolean matchesNull, RowTest test)
            implements Filter {}

    /** Rows that match all filters. */
    record And(List<Filter> filters) implements Filter {}

    /** Rows that match at least one filter. */
    record Or(List<Filter> filters) implements Filter {}

    /** Returns the filter of rows whose key is in a range. If inverted, it matches rows with any other key. */
    static Filter of(ColumnRef.Ordered column, KeyRange range, boolean inverted) {
        if (range.isEmpty()) {
            return inverted ? valid(column) : Constant.NONE;
        }
        return new InRange(column, range.low(), range.high(), inverted);
    }

    /** Returns the filter of rows with a value in the column. */
    static Filter valid(ColumnRef.Ordered column) {
        return new InRange(column, Long.MIN_VALUE, Long.MAX_VALUE, false);
    }
}
