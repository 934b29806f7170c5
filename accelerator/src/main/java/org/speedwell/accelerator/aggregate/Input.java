package org.speedwell.accelerator.aggregate;

import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.eval.ExpressionResolver;
import org.speedwell.accelerator.eval.PredicateResolver;
import org.speedwell.accelerator.eval.RowExpression;
import org.speedwell.accelerator.eval.Scope;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Kind;
import org.speedwell.accelerator.store.ColumnRef;

/**
 * A function of the rows of one table, in any form that {@link ExpressionResolver} reads. Its methods throw
 * {@link NotOnColumnsException} where columns cannot compute it. Immutable and thread-safe.
 *
 * @param table the place of the table among those of a block
 * @param scope the table, and the tables that its rows reference
 */
public record Input(int table, Scope scope, Object function) {
    private static final String UNREAD = "uses a function that cannot be read from columns";

    /** Returns what the function gives for a row, as an object. */
    public IntFunction<@Nullable Object> value() {
        return NotOnColumnsException.require(ExpressionResolver.value(scope, function), UNREAD);
    }

    /** Returns the expression of the function. */
    RowExpression expression() {
        return NotOnColumnsException.require(ExpressionResolver.resolve(scope, function), UNREAD);
    }

    /** Returns the expression of the function; null if it only gives objects. */
    @Nullable
    RowExpression orNull() {
        return ExpressionResolver.resolve(scope, function);
    }

    /** Returns the whole numbers of the function, cut to ints if {@code isInt}. */
    RowExpression.Whole whole(boolean isInt) {
        if (!(expression() instanceof RowExpression.Whole whole)) {
            throw new NotOnColumnsException("uses a function that gives no whole numbers");
        }
        return isInt && whole.kind() == Kind.LONG ? RowExpression.whole(Kind.INT, whole.value()) : whole;
    }

    /** Returns the numbers of the function as doubles. */
    IntToDoubleFunction real() {
        RowExpression expression = expression();
        return switch (expression) {
            case RowExpression.Whole _, RowExpression.Real _ -> expression.real();
            case RowExpression.Decimal _, RowExpression.Reference _ ->
                throw new NotOnColumnsException("uses a function that gives no numbers");
        };
    }

    /** Returns the test that the function is. */
    IntPredicate test() {
        IntPredicate test = switch (function) {
            case Predicate<?> predicate -> PredicateResolver.resolve(scope, predicate);
            case Expr condition -> PredicateResolver.test(scope, condition);
            default -> null;
        };
        return NotOnColumnsException.require(test, "uses a predicate that cannot be read from columns");
    }

    /** Returns the column of keys whose values the function gives as they are; null if there is none. */
    @Nullable
    KeyColumn keys() {
        int index = ExpressionResolver.column(scope.table(), function);
        return index >= 0 && scope.table().ref(index) instanceof ColumnRef.Ordered column ? column.column() : null;
    }
}
