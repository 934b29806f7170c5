package org.speedwell.accelerator.eval;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.KeyRange;
import org.speedwell.accelerator.filter.ColumnReads;
import org.speedwell.accelerator.filter.KeyOrder;
import org.speedwell.accelerator.filter.RowTest;

/**
 * Tests of rows that compare the keys of columns instead of their values. Comparing two numbers is faster than creating
 * a text or date for each row.
 */
final class KeyTests {
    private KeyTests() {}

    /**
     * The keys of a column that has a value in every row.
     *
     * @param keys the key of each row; throws if the row that has the column does not exist
     * @param isThere true if that row always exists, or if the expression throws without it
     */
    private record Keys(KeyColumn column, RowLongs keys, boolean isThere) {}

    /** Returns the test of equality with a constant. Returns null if columns cannot test it by keys. */
    static @Nullable RowTest equality(RowScope scope, Expr.Equal of) {
        boolean isMirrored = of.first() instanceof Expr.Constant;
        Keys keys = keys(scope, isMirrored ? of.second() : of.first());
        Object value = constant(isMirrored ? of.first() : of.second());
        return keys != null
                        && keys.isThere
                        && value != null
                        && keys.column.codec().takes(value)
                        && keys.column.codec().canEqual(value)
                ? new LongComparison(
                        ComparisonOperator.EQUAL,
                        keys.keys,
                        new ConstantLong(keys.column.codec().floor(value)))
                : null;
    }

    /**
     * Returns the test of a comparison in the natural order. Returns null unless it compares a column with a constant,
     * or with another column whose keys have the same meaning.
     */
    static @Nullable RowTest comparison(RowScope scope, Expr.Compare of) {
        Keys first = keys(scope, of.first());
        Keys second = keys(scope, of.second());
        if (first != null && second != null) {
            return first.column.space().isSame(second.column.space())
                    ? new LongComparison(of.operator(), first.keys, second.keys)
                    : null;
        }
        if (first == null && second == null || of.operator().isEquality()) {
            return null;
        }
        return first == null
                ? comparison(second, of.operator().mirrored(), constant(of.first()))
                : comparison(first, of.operator(), constant(of.second()));
    }

    private static @Nullable RowTest comparison(
            @Nullable Keys keys, ComparisonOperator operator, @Nullable Object value) {
        if (keys == null || value == null || !keys.column.codec().takes(value)) {
            return null;
        }
        KeyRange range = new KeyOrder(keys.column.codec(), false).range(operator, value);
        if (range.isEmpty() || range.low() != Long.MIN_VALUE && range.high() != Long.MAX_VALUE) {
            return null;
        }
        return range.low() == Long.MIN_VALUE
                ? new LongComparison(ComparisonOperator.LESS_OR_EQUAL, keys.keys, new ConstantLong(range.high()))
                : new LongComparison(ComparisonOperator.GREATER_OR_EQUAL, keys.keys, new ConstantLong(range.low()));
    }

    private static @Nullable Object constant(Expr of) {
        return of instanceof Expr.Constant constant ? constant.value() : null;
    }

    private static @Nullable Keys keys(RowScope scope, Expr of) {
        if (ColumnReads.value(of) == null) {
            return null;
        }
        RowScope.Way way = scope.way(of);
        Scope rows = way == null ? scope.own() : way.scope();
        Expr.Column read = ColumnReads.value(way == null ? of : way.inner());
        if (read == null
                || !(rows.table().column(rows.place(read)) instanceof KeyColumn column)
                || column.nulls() > 0
                || !isInOrder(column)) {
            return null;
        }
        RowLongs keys = new KeyLongs(column);
        return new Keys(
                column,
                way == null ? keys : new ReferredLongs(way.rows(), rows.table(), keys),
                way == null || of instanceof Expr.Require);
    }

    /** Returns whether the keys compare as the values. The values themselves compare floating-point numbers. */
    private static boolean isInOrder(KeyColumn keys) {
        Class<?> of = keys.codec().valueClass();
        return keys.codec().isOrdered() && of != Double.class && of != Float.class;
    }
}
