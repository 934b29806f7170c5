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
 * What a predicate means for the columns of one table; keys are those of the column's codec. NULL rows match only where it
 * is said. The source of a range or set is the one predicate that it means, for telling a person; null where it is made of
 * several.
 */
public sealed interface Filter {

    /** All rows, NULL or not, or none. */
    enum Constant implements Filter {
        ALL,
        NONE
    }

    /** Rows whose key is from {@code low} to {@code high}, both inclusive; inverted: rows with any other key. */
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

    /** Rows whose key is in the ascending array; inverted: rows with any other key. And NULL rows, if {@code nulls}. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record KeySet(
            ColumnRef.Ordered column,
            long[] keys,
            boolean inverted,
            boolean nulls,
            @Nullable Predicate<?> source) implements Filter {
        public KeySet(ColumnRef.Ordered column, long[] keys, boolean inverted, boolean nulls) {
            this(column, keys, inverted, nulls, null);
        }

        /**
         * Returns the filter of rows that have one of some keys. Negated, it is that of all others, and of NULL rows.
         *
         * @param keys in any order; the first {@code count} of them count
         */
        public static Filter of(ColumnRef.Ordered column, long[] keys, int count, boolean negated) {
            if (count == 0) {
                return negated ? Constant.ALL : Constant.NONE;
            }
            return new KeySet(column, ascending(keys, count), negated, negated);
        }

        /** The first so many of some keys in ascending order, each once. */
        public static long[] ascending(long[] keys, int count) {
            long[] sorted = Arrays.copyOf(keys, count);
            Arrays.sort(sorted);
            int size = 0;
            for (int i = 0; i < count; i++) {
                if (i == 0 || sorted[i] != sorted[i - 1]) {
                    sorted[size++] = sorted[i];
                }
            }
            return size == count ? sorted : Arrays.copyOf(sorted, size);
        }
    }

    /** Rows with a value in two columns, whose keys mean the same: the one's below the other's, or that key itself too. */
    record KeyOrdered(ColumnRef.Ordered below, ColumnRef.Ordered above, boolean orSame) implements Filter {}

    /** NULL rows. */
    record NullRows(ColumnRef column) implements Filter {}

    /** Rows for whose value, alone in an entity, the predicate holds. */
    record FieldTest(ColumnRef column, Predicate<?> predicate) implements Filter {}

    /** Rows whose text matches a pattern, or, inverted, does not; no NULL row. */
    record TextMatch(ColumnRef column, TextPattern pattern, boolean inverted) implements Filter {
        /** Null where a column has no texts, or they are not known by their bytes. */
        public static @Nullable ByteRuns texts(ColumnRef column) {
            ByteRuns runs = switch (column.column()) {
                case KeyColumn keys -> keys.runs();
                case BytesColumn bytes -> bytes.runs();
                case AbsentColumn _ -> null;
            };
            return runs == null || !runs.isText() ? null : runs;
        }

        /** What is matched, row by row. */
        public ByteRuns texts() {
            return Objects.requireNonNull(texts(column));
        }
    }

    /**
     * Rows for which a condition holds, computed from columns. Nothing that it computes can throw.
     *
     * @param columns that the condition reads
     * @param matchesNull whether the condition holds for a row of NULLs
     */
    record Computed(Expr condition, Map<Expr.Column, ColumnRef> columns, boolean matchesNull, RowTest test)
            implements Filter {}

    /** Rows that match all. */
    record And(List<Filter> filters) implements Filter {}

    /** Rows that match any. */
    record Or(List<Filter> filters) implements Filter {}

    /** Returns the rows whose key is in a range; inverted: the rows with any other key. */
    static Filter of(ColumnRef.Ordered column, KeyRange range, boolean inverted) {
        if (range.isEmpty()) {
            return inverted ? valid(column) : Constant.NONE;
        }
        return new InRange(column, range.low(), range.high(), inverted);
    }

    /** Rows of the column with a value. */
    static Filter valid(ColumnRef.Ordered column) {
        return new InRange(column, Long.MIN_VALUE, Long.MAX_VALUE, false);
    }
}
