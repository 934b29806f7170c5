package org.speedwell.accelerator.expression;

import com.speedment.common.function.ToBooleanFunction;
import com.speedment.common.function.ToByteFunction;
import com.speedment.common.function.ToCharFunction;
import com.speedment.common.function.ToFloatFunction;
import com.speedment.common.function.ToShortFunction;
import com.speedment.runtime.compute.expression.ComposedExpression;
import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.field.EnumField;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.StringField;
import com.speedment.runtime.field.expression.FieldMapper;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The source of the cells of one output column, in a form that the engine can read from table columns. Immutable. */
public sealed interface Source<T> {

    /** Returns the value for an entity, boxed; may be null. */
    @Nullable
    Object value(T entity);

    /**
     * A field of the entity.
     *
     * @param written converts a value, which is not null, to the value that is written; null if both are the same
     */
    record OfField<T>(Field<T> field, @Nullable Function<Object, ?> written) implements Source<T> {
        /** Creates the source of a field. It writes the constants of an enum with their names in the database. */
        public OfField(Field<T> field) {
            this(field, names(field));
        }

        @Override
        public @Nullable Object value(T entity) {
            Object value = field.getter().apply(entity);
            return written == null || value == null ? value : written.apply(value);
        }
    }

    /** A field of another row that a function returns: the row of a reference, or an element of a tuple. */
    record Through<T, R>(Function<? super T, ? extends @Nullable R> to, Field<R> field) implements Source<T> {
        @Override
        public @Nullable Object value(T entity) {
            R other = to.apply(entity);
            return other == null ? null : new OfField<>(field).value(other);
        }
    }

    /** An expression, and a function that returns its boxed values. */
    record OfExpression<T>(Expression<T> expression, Function<T, @Nullable Object> values) implements Source<T> {
        @Override
        public @Nullable Object value(T entity) {
            return values.apply(entity);
        }
    }

    /** Any other function. */
    record OfFunction<T>(Function<? super T, ? extends @Nullable Object> function) implements Source<T> {
        @Override
        public @Nullable Object value(T entity) {
            return function.apply(entity);
        }
    }

    /**
     * Returns the source of an expression. If the expression only returns a field, the source is that field.
     *
     * @throws IllegalArgumentException if the class of the expression is unknown
     */
    @SuppressWarnings("unchecked") // the parts of an expression of T accept T
    static <T> Source<T> of(Expression<T> expression) {
        return switch (expression) {
            case Field<?> field -> new OfField<>((Field<T>) field);
            case ComposedExpression<?, ?> composed
            when field(composed.secondStep()) instanceof Field<?> field ->
                new Through<>((Function<T, Object>) composed.firstStep(), (Field<Object>) field);
            case FieldMapper<?, ?, ?, ?, ?> mapper
            when field(mapper) instanceof Field<?> field -> new OfField<>((Field<T>) field);
            default -> new OfExpression<>(expression, values(expression));
        };
    }

    /**
     * Returns the field that an expression returns unchanged, such as {@code asString()} of a text; null if there is
     * none.
     */
    private static @Nullable Field<?> field(Object expression) {
        return switch (expression) {
            case Field<?> field -> field;
            case FieldMapper<?, ?, ?, ?, ?> mapper
            when mapper.getField() instanceof StringField<?, ?> && FieldFunctions.isOwn(mapper) -> mapper.getField();
            default -> null;
        };
    }

    @SuppressWarnings("unchecked") // the parts of an expression of T accept T
    private static <T> Function<T, @Nullable Object> values(Expression<T> expression) {
        return switch (expression) {
            case Function<?, ?> function -> ((Function<T, @Nullable Object>) function)::apply;
            case ToIntFunction<?> function -> ((ToIntFunction<T>) function)::applyAsInt;
            case ToLongFunction<?> function -> ((ToLongFunction<T>) function)::applyAsLong;
            case ToDoubleFunction<?> function -> ((ToDoubleFunction<T>) function)::applyAsDouble;
            case ToBooleanFunction<?> function -> ((ToBooleanFunction<T>) function)::applyAsBoolean;
            case ToByteFunction<?> function -> ((ToByteFunction<T>) function)::applyAsByte;
            case ToShortFunction<?> function -> ((ToShortFunction<T>) function)::applyAsShort;
            case ToFloatFunction<?> function -> ((ToFloatFunction<T>) function)::applyAsFloat;
            case ToCharFunction<?> function -> ((ToCharFunction<T>) function)::applyAsChar;
            default ->
                throw new IllegalArgumentException("The expression of " + expression.getClass()
                        + " implements no function interface that Speedwell knows. Pass a function instead.");
        };
    }

    /**
     * Returns the function from the constants of an enum to their names in the database; null if the field is not an
     * enum.
     */
    @SuppressWarnings("unchecked") // the values belong to the field
    private static @Nullable Function<Object, String> names(Field<?> field) {
        return field instanceof EnumField<?, ?, ?> of
                ? (Function<Object, String>) (Function<?, String>) of.enumToString()
                : null;
    }
}
