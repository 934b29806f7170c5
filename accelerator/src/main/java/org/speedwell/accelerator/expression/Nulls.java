package org.speedwell.accelerator.expression;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.compute.expression.ExpressionType;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expression.RowExpression.Decimal;
import org.speedwell.accelerator.expression.RowExpression.Real;
import org.speedwell.accelerator.expression.RowExpression.Reference;
import org.speedwell.accelerator.expression.RowExpression.Whole;

/** What becomes of rows where an expression is null. */
final class Nulls {
    private Nulls() {}

    /** The number of a row that is null and must not be. */
    static long refuse(int row) {
        throw new NullPointerException("The value is null.");
    }
}
