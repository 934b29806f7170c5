package org.speedwell.accelerator.expression;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.filter.ColumnReads;
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
        return predicate.code() instanceof Expr.Compare compare
                        && compare.order() == Expr.Order.OPERATORS
                        && operand(compare.second(), predicate) instanceof Number number
                        && compare.second().kind().isWhole()
                ? number(table, compare, number.longValue())
                : null;
    }

    private static @Nullable Object operand(Expr of, AnalyzedFunction<?, ?> predicate) {
        if (of instanceof Expr.Constant constant) {
            return constant.value();
        }
        return of instanceof Expr.Parameter parameter ? predicate.captured().get(parameter.index()) : null;
    }

    private static @Nullable AnalyzedComparison number(TableStore<?> table, Expr.Compare compare, long key) {
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
        int place = read == null ? -1 : table.place(read);
        return place >= 0
                        && key != Long.MAX_VALUE
                        && key != Long.MIN_VALUE
                        && Number.class.isAssignableFrom(table.numberClass(place))
                        && (isOptional || table.column(place) instanceof KeyColumn keys && keys.nulls() == 0)
                ? new AnalyzedComparison(place, compare.operator(), key)
                : null;
    }
}
