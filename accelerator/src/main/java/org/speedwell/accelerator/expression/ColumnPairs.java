package org.speedwell.accelerator.expression;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.filter.ColumnReads;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * A translator of comparisons of two columns of one row into filters. If a value may be NULL, the predicate throws for
 * it. Such a comparison has no filter.
 *
 * @param present the columns whose NULL rows need not match
 */
record ColumnPairs(TableStore<?> table, Set<Expr.Column> present) {

    /**
     * Returns the filter of a comparison. Returns null unless it compares two columns whose keys compare like their
     * values.
     */
    @Nullable
    Filter of(Expr condition) {
        boolean isNegated = condition instanceof Expr.Not;
        if (!((condition instanceof Expr.Not not ? not.value() : condition) instanceof Expr.Compare compare)) {
            return null;
        }
        boolean isNatural = compare.order() == Expr.Order.NATURAL;
        Expr.Column first = isNatural ? ColumnReads.value(compare.first()) : ColumnReads.number(compare.first());
        Expr.Column second = isNatural ? ColumnReads.value(compare.second()) : ColumnReads.number(compare.second());
        ColumnRef.Ordered one = ordered(first);
        ColumnRef.Ordered other = ordered(second);
        if (first == null || second == null || one == null || other == null) {
            return null;
        }
        boolean isKnown = !mayBeNull(first, one)
                && !mayBeNull(second, other)
                && (isNatural || areWhole(one.column(), other.column()))
                && areComparable(one.column(), other.column());
        return isKnown ? filter(compare.operator(), one, other, isNegated) : null;
    }

    private ColumnRef.@Nullable Ordered ordered(Expr.@Nullable Column read) {
        return read == null ? null : ExprFilters.ordered(table, read);
    }

    private static Filter filter(
            ComparisonOperator operator, ColumnRef.Ordered one, ColumnRef.Ordered other, boolean isNegated) {
        return switch (operator) {
            case LESS_THAN -> less(one, other, isNegated);
            case GREATER_OR_EQUAL -> less(one, other, !isNegated);
            case GREATER_THAN -> less(other, one, isNegated);
            case LESS_OR_EQUAL -> less(other, one, !isNegated);
            case EQUAL, NOT_EQUAL -> {
                boolean isEqual = isNegated != (operator == ComparisonOperator.EQUAL);
                List<Filter> both = List.of(less(one, other, isEqual), less(other, one, isEqual));
                yield isEqual ? new Filter.And(both) : new Filter.Or(both);
            }
        };
    }

    private boolean mayBeNull(Expr.Column read, ColumnRef.Ordered column) {
        return column.column().nulls() > 0 && !present.contains(read);
    }

    private static boolean areWhole(KeyColumn one, KeyColumn other) {
        return one.codec().isWhole() && other.codec().isWhole();
    }

    /** Returns whether the keys compare like the values, and a difference of two keys fits a {@code long}. */
    private static boolean areComparable(KeyColumn one, KeyColumn other) {
        Class<?> of = one.codec().valueClass();
        if (of == Double.class || of == Float.class || !(one.space().isSame(other.space()) || areWhole(one, other))) {
            return false;
        }
        return isNear(one.min()) && isNear(one.max()) && isNear(other.min()) && isNear(other.max());
    }

    private static boolean isNear(long key) {
        return key >= Long.MIN_VALUE / 2 && key <= Long.MAX_VALUE / 2;
    }

    private static Filter less(ColumnRef.Ordered one, ColumnRef.Ordered other, boolean isInverted) {
        return isInverted ? new Filter.KeyOrdered(other, one, true) : new Filter.KeyOrdered(one, other, false);
    }
}
