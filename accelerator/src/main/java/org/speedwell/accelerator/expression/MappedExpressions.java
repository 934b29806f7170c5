package org.speedwell.accelerator.expression;

import com.speedment.common.function.BooleanToDoubleFunction;
import com.speedment.common.function.BooleanUnaryOperator;
import com.speedment.common.function.ByteToDoubleFunction;
import com.speedment.common.function.ByteUnaryOperator;
import com.speedment.common.function.CharUnaryOperator;
import com.speedment.common.function.FloatToDoubleFunction;
import com.speedment.common.function.FloatUnaryOperator;
import com.speedment.common.function.ShortToDoubleFunction;
import com.speedment.common.function.ShortUnaryOperator;
import com.speedment.runtime.compute.expression.ExpressionType;
import com.speedment.runtime.compute.expression.MapperExpression;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expression.RowExpression.Reference;

/** Functions of the user's on the values of an expression. */
final class MappedExpressions {
    private MappedExpressions() {}

    @SuppressWarnings("unchecked") // the operator takes what the inner expression gives
    static RowExpression of(RowExpression inner, MapperExpression<?, ?, ?> mapper) {
        ExpressionType type = mapper.expressionType();
        Object operator = mapper.mapper();
        return switch (mapper.mapperType()) {
            case BOOLEAN_TO_BOOLEAN ->
                whole(type, inner, v -> ((BooleanUnaryOperator) operator).applyAsBoolean(v != 0) ? 1 : 0);
            case BOOLEAN_TO_DOUBLE ->
                toDouble(type, inner, v -> ((BooleanToDoubleFunction) operator).applyAsDouble(v != 0));
            case CHAR_TO_CHAR -> whole(type, inner, v -> ((CharUnaryOperator) operator).applyAsChar((char) v));
            case BYTE_TO_BYTE -> whole(type, inner, v -> ((ByteUnaryOperator) operator).applyAsByte((byte) v));
            case BYTE_TO_DOUBLE ->
                toDouble(type, inner, v -> ((ByteToDoubleFunction) operator).applyAsDouble((byte) v));
            case SHORT_TO_SHORT -> whole(type, inner, v -> ((ShortUnaryOperator) operator).applyAsShort((short) v));
            case SHORT_TO_DOUBLE ->
                toDouble(type, inner, v -> ((ShortToDoubleFunction) operator).applyAsDouble((short) v));
            case INT_TO_INT -> whole(type, inner, v -> ((IntUnaryOperator) operator).applyAsInt((int) v));
            case INT_TO_DOUBLE -> toDouble(type, inner, v -> ((IntToDoubleFunction) operator).applyAsDouble((int) v));
            case LONG_TO_LONG -> whole(type, inner, (LongUnaryOperator) operator);
            case LONG_TO_DOUBLE -> toDouble(type, inner, (LongToDoubleFunction) operator);
            case FLOAT_TO_FLOAT -> real(type, inner, v -> ((FloatUnaryOperator) operator).applyAsFloat((float) v));
            case FLOAT_TO_DOUBLE -> real(type, inner, v -> ((FloatToDoubleFunction) operator).applyAsDouble((float) v));
            case DOUBLE_TO_DOUBLE -> real(type, inner, (DoubleUnaryOperator) operator);
            case BIG_DECIMAL_TO_DOUBLE -> {
                IntFunction<@Nullable Object> value = inner.boxed();
                ToDoubleFunction<@Nullable Object> function = (ToDoubleFunction<@Nullable Object>) operator;
                yield Arithmetic.real(type, row -> function.applyAsDouble(value.apply(row)));
            }
            case ENUM_TO_ENUM, STRING_TO_STRING, BIG_DECIMAL_TO_BIG_DECIMAL -> {
                IntFunction<@Nullable Object> value = inner.boxed();
                Function<@Nullable Object, @Nullable Object> function =
                        (Function<@Nullable Object, @Nullable Object>) operator;
                yield new Reference(type, row -> function.apply(value.apply(row)));
            }
        };
    }

    private static RowExpression whole(ExpressionType type, RowExpression inner, LongUnaryOperator operator) {
        return Arithmetic.whole(type, inner.whole(), operator);
    }

    private static RowExpression toDouble(ExpressionType type, RowExpression inner, LongToDoubleFunction operator) {
        RowLongs value = inner.whole();
        return Arithmetic.real(type, row -> operator.applyAsDouble(value.applyAsLong(row)));
    }

    private static RowExpression real(ExpressionType type, RowExpression inner, DoubleUnaryOperator operator) {
        return Arithmetic.real(type, inner.real(), operator);
    }
}
