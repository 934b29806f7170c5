package org.speedwell.accelerator.join;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Kind;
import org.speedwell.accelerator.filter.ColumnReads;

/**
 * An equality of two columns.
 *
 * @param rule how Java compares the values; with {@link MatchRule.OfValues#EQUALS}, null equals null
 */
public record EqualColumns(Expr.Column first, Expr.Column second, MatchRule rule) {

    /**
     * Returns the equality that a condition expresses. Returns null if the condition is not an equality of two columns
     * with whole numbers or with values of one class.
     */
    public static @Nullable EqualColumns of(Expr condition) {
        if (condition instanceof Expr.Equal equal) {
            return ofValues(equal.first(), equal.second(), MatchRule.OfValues.EQUALS);
        }
        if (!(condition instanceof Expr.Compare compare) || compare.operator() != ComparisonOperator.EQUAL) {
            return null;
        }
        if (compare.order() == Expr.Order.NATURAL) {
            return ofValues(compare.first(), compare.second(), MatchRule.OfValues.NATURAL);
        }
        Expr.Column first = ColumnReads.number(compare.first());
        Expr.Column second = ColumnReads.number(compare.second());
        return first == null || second == null
                ? ofValues(compare.first(), compare.second(), MatchRule.OfValues.OPERATORS)
                : new EqualColumns(first, second, MatchRule.OfValues.OPERATORS);
    }

    private static @Nullable EqualColumns ofValues(Expr one, Expr other, MatchRule rule) {
        if (one instanceof Expr.Optional first && other instanceof Expr.Optional second) {
            return first.type() == second.type() ? ofValues(first.value(), second.value(), rule) : null;
        }
        Expr.Column first = ColumnReads.value(one);
        Expr.Column second = ColumnReads.value(other);
        return first == null || second == null || !isOneClass(first, second)
                ? null
                : new EqualColumns(first, second, rule);
    }

    private static boolean isOneClass(Expr.Column first, Expr.Column second) {
        Kind kind = first.kind();
        return kind == second.kind() && (kind != Kind.OBJECT || Objects.equals(first.type(), second.type()));
    }
}
