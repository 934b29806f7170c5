package org.speedwell.accelerator.expression;

import com.speedment.runtime.compute.ToBoolean;
import com.speedment.runtime.compute.ToByte;
import com.speedment.runtime.compute.ToChar;
import com.speedment.runtime.compute.ToDouble;
import com.speedment.runtime.compute.ToFloat;
import com.speedment.runtime.compute.ToInt;
import com.speedment.runtime.compute.ToLong;
import com.speedment.runtime.compute.ToShort;
import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.field.Field;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** A function that returns the value of an expression of any type. It boxes primitive values. */
public record ExpressionValue<E>(Expression<E> expression) implements Function<E, @Nullable Object> {
    /**
     * Returns a function that boxes the result of a collector's function: a field, an expression, or a function of the
     * user.
     */
    @SuppressWarnings("unchecked") // the function accepts the elements
    public static Function<Object, @Nullable Object> of(Object function) {
        return switch (function) {
            case Expression<?> expression -> new ExpressionValue<>((Expression<Object>) expression);
            case Field<?> field -> new FieldValue<Object, @Nullable Object>((Field<Object>) field);
            case ToIntFunction<?> number -> ((ToIntFunction<Object>) number)::applyAsInt;
            case ToLongFunction<?> number -> ((ToLongFunction<Object>) number)::applyAsLong;
            case ToDoubleFunction<?> number -> ((ToDoubleFunction<Object>) number)::applyAsDouble;
            default -> (Function<Object, @Nullable Object>) function;
        };
    }

    @Override
    @SuppressWarnings("unchecked") // all other expressions are functions of the entity
    public @Nullable Object apply(E entity) {
        return switch (expression) {
            case ToByte<E> number -> number.applyAsByte(entity);
            case ToShort<E> number -> number.applyAsShort(entity);
            case ToInt<E> number -> number.applyAsInt(entity);
            case ToLong<E> number -> number.applyAsLong(entity);
            case ToFloat<E> number -> number.applyAsFloat(entity);
            case ToDouble<E> number -> number.applyAsDouble(entity);
            case ToChar<E> character -> character.applyAsChar(entity);
            case ToBoolean<E> truth -> truth.applyAsBoolean(entity);
            default -> ((Function<E, @Nullable Object>) expression).apply(entity);
        };
    }
}
