package org.speedwell.accelerator.expression;


import com.speedment.runtime.compute.expression.ExpressionType;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongUnaryOperator;
import org.speedwell.accelerator.expression.RowExpression.Real;
import org.speedwell.accelerator.expression.RowExpression.Whole;

/** Makes numbers that are never null. */
final class Arithmetic {
    private Arithmetic() {}

    static boolean isFloat(ExpressionType type) {
        return type == ExpressionType.FLOAT || type == ExpressionType.FLOAT_NULLABLE;
    }

    /** Whole numbers in the width of the type: what does not fit wraps, as Java's casts do. */
    static Whole whole(ExpressionType type, RowLongs value) {
        return new Whole(type, NarrowLongs.of(type, value), RowExpression.NEVER_NULL);
    }

    static Whole whole(ExpressionType type, RowLongs value, LongUnaryOperator operator) {
        return whole(type, new MappedLongs(value, operator));
    }

    static Real real(ExpressionType type, IntToDoubleFunction value) {
        return new Real(type, value, RowExpression.NEVER_NULL);
    }

    static Real real(ExpressionType type, IntToDoubleFunction value, DoubleUnaryOperator operator) {
        return real(type, row -> operator.applyAsDouble(value.applyAsDouble(row)));
    }
}
