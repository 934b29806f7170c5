package org.speedwell.accelerator.expression;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.filter.ColumnReads;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.lambda.AnalyzedFunction;
import org.speedwell.accelerator.store.TableStore;

/**
 * A predicate, read from its bytecode, that compares a column with one number or enum constant. {@link KeyComparison}
 * recognises the same comparisons in Speedment's predicates. NULL does not match it.
 */
public record AnalyzedComparison(int column, ComparisonOperator operator, long key) {

    /** Returns the comparison that a predicate performs. Returns null if it is not such a comparison. */
    public static @Nullable AnalyzedComparison of(TableStore<?> table, AnalyzedFunction<?, ?> predicate) {
        if (predicate.code() instanceof Expr.Equal equal
                && equal.first() instanceof Expr.Column read
                && operand(equal.second(), predicate) instanceof Enum<?> constant) {
            int place = table.place(read);
            return place >= 0 && table.numberClass(place) == constant.getClass()
                    ? new AnalyzedComparison(place, ComparisonOperator.EQUAL, constant.ordinal())
                    : null;
        }
        Expr.Column guarded = guarded(predicate.code());
        Expr code =
                guarded == null ? predicate.code() : predicate.code().operands().getLast();
        return code instanceof Expr.Compare compare
                        && compare.order() == Expr.Order.OPERATORS
                        && operand(compare.second(), predicate) instanceof Number number
                        && compare.second().kind().isWhole()
                ? number(table, compare, number.longValue(), guarded)
                : null;
    }

    /** Returns the column that the first of two conditions tests for null; null for any other expression. */
    private static Expr.@Nullable Column guarded(Expr of) {
        return of instanceof Expr.And and
                        && and.conditions().size() == 2
                        && and.conditions().getFirst() instanceof Expr.Not not
                        && not.value() instanceof Expr.IsNull isNull
                        && isNull.value() instanceof Expr.Column column
                ? column
                : null;
    }

    /** Returns the comparison that a filter performs; null if the filter is not a comparison with one key. */
    public static @Nullable AnalyzedComparison of(@Nullable Filter filter) {
        if (!(filter instanceof Filter.InRange range)) {
            return null;
        }
        int place = range.column().place();
        if (range.low() == range.high()) {
            ComparisonOperator operator = range.inverted() ? ComparisonOperator.NOT_EQUAL : ComparisonOperator.EQUAL;
            return new AnalyzedComparison(place, operator, range.low());
        }
        if (range.inverted() || range.low() != Long.MIN_VALUE && range.high() != Long.MAX_VALUE) {
            return null;
        }
        return range.low() == Long.MIN_VALUE
                ? new AnalyzedComparison(place, ComparisonOperator.LESS_OR_EQUAL, range.high())
                : new AnalyzedComparison(place, ComparisonOperator.GREATER_OR_EQUAL, range.low());
    }

    private static @Nullable Object operand(Expr of, AnalyzedFunction<?, ?> predicate) {
        if (of instanceof Expr.Constant constant) {
            return constant.value();
        }
        return of instanceof Expr.Parameter parameter ? predicate.captured().get(parameter.index()) : null;
    }

    /**
     * Returns the comparison of a column with a number; null for any other comparison.
     *
     * @param guarded a column that is not null where the comparison runs; null if there is none
     */
    private static @Nullable AnalyzedComparison number(
            TableStore<?> table, Expr.Compare compare, long key, Expr.@Nullable Column guarded) {
        boolean isOptional = compare.first() instanceof Expr.Choice;
        Expr value = compare.first();
        if (value instanceof Expr.Choice choice) { // the choice of orElse(number)
            boolean isUnmatched = choice.condition() instanceof Expr.IsNull isNull
                    && isNull.value().equals(choice.otherwise())
                    && choice.then() instanceof Expr.Constant constant
                    && constant.value() instanceof Number other
                    && !compare.operator().holds(other.longValue(), key);
            if (!isUnmatched) {
                return null;
            }
            value = choice.otherwise();
        }
        Expr.Column read = ColumnReads.number(value);
        int place = read == null || guarded != null && !guarded.equals(read) ? -1 : table.place(read);
        return place >= 0
                        && key != Long.MAX_VALUE
                        && key != Long.MIN_VALUE
                        && Number.class.isAssignableFrom(table.numberClass(place))
                        && (isOptional
                                || guarded != null
                                || table.column(place) instanceof KeyColumn keys && keys.nulls() == 0)
                ? new AnalyzedComparison(place, compare.operator(), key)
                : null;
    }
}
