package org.speedwell.accelerator.expression;

import com.speedment.common.function.ToBooleanFunction;
import com.speedment.common.function.ToByteFunction;
import com.speedment.common.function.ToCharFunction;
import com.speedment.common.function.ToFloatFunction;
import com.speedment.common.function.ToShortFunction;
import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.compute.expression.ExpressionType;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.ReferenceField;
import com.speedment.runtime.field.expression.FieldMapper;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expression.RowExpression.Decimal;
import org.speedwell.accelerator.expression.RowExpression.Real;
import org.speedwell.accelerator.expression.RowExpression.Reference;
import org.speedwell.accelerator.expression.RowExpression.Whole;
import org.speedwell.accelerator.store.TableStore;

/** Fields, and functions of a nullable field's value, as expressions of a row. */
final class FieldExpressions {
    private FieldExpressions() {}

    static @Nullable RowExpression field(TableStore<?> table, Field<?> field, Expression<?> expression) {
        int index = table.indexOf(field.identifier());
        if (index < 0) {
            return null;
        }
        ExpressionType type = expression.expressionType();
        Column column = table.column(index);
        return switch (type) {
            case BYTE, SHORT, INT, LONG ->
                column instanceof KeyColumn keys && keys.codec().isWhole()
                        ? Arithmetic.whole(type, new KeyLongs(keys))
                        : Arithmetic.whole(type, row -> number(column, row).longValue());
            case FLOAT, DOUBLE ->
                column instanceof KeyColumn keys && keys.codec().isNumber()
                        ? Arithmetic.real(type, row -> keys.codec().doubleValue(keys.key(row)))
                        : Arithmetic.real(type, row -> number(column, row).doubleValue());
            case BOOLEAN -> Arithmetic.whole(type, row -> Boolean.TRUE.equals(column.get(row)) ? 1 : 0);
            case STRING_NULLABLE, ENUM_NULLABLE -> new Reference(type, column::get);
            default -> null;
        };
    }

    private static Number number(Column column, int row) {
        return (Number) Objects.requireNonNull(column.get(row));
    }

    /** A nullable field and a function of its value, Speedment's or the user's; it is called for null too, as there. */
    @SuppressWarnings("unchecked") // the function takes what the field holds
    static @Nullable RowExpression mapped(TableStore<?> table, FieldMapper<?, ?, ?, ?, ?> of) {
        ReferenceField<?, ?, ?> field = of.getField();
        int index = table.indexOf(field.identifier());
        if (index < 0) {
            return null;
        }
        Column column = table.column(index);
        ExpressionType type = of.expressionType();
        Object function = of.getMapper();
        RowExpression mapped = switch (function) {
            case ToByteFunction<?> f ->
                nullable(type, row -> ((ToByteFunction<Object>) f).applyAsByte(get(column, row)), column);
            case ToShortFunction<?> f ->
                nullable(type, row -> ((ToShortFunction<Object>) f).applyAsShort(get(column, row)), column);
            case ToIntFunction<?> f ->
                nullable(type, row -> ((ToIntFunction<Object>) f).applyAsInt(get(column, row)), column);
            case ToLongFunction<?> f ->
                nullable(type, row -> ((ToLongFunction<Object>) f).applyAsLong(get(column, row)), column);
            case ToCharFunction<?> f ->
                nullable(type, row -> ((ToCharFunction<Object>) f).applyAsChar(get(column, row)), column);
            case ToBooleanFunction<?> f ->
                nullable(type, row -> ((ToBooleanFunction<Object>) f).applyAsBoolean(get(column, row)) ? 1 : 0, column);
            case ToFloatFunction<?> f ->
                new Real(type, row -> ((ToFloatFunction<Object>) f).applyAsFloat(get(column, row)), column::isNull);
            case ToDoubleFunction<?> f ->
                new Real(type, row -> ((ToDoubleFunction<Object>) f).applyAsDouble(get(column, row)), column::isNull);
            case Function<?, ?> f ->
                new Reference(type, row -> {
                    Object value = column.get(row);
                    return value == null ? null : ((Function<Object, Object>) f).apply(value);
                });
            default -> null;
        };
        if (isOwn(of) && type == ExpressionType.BIG_DECIMAL_NULLABLE && DecimalArithmetic.isPossible(column)) {
            return DecimalArithmetic.column(type, (KeyColumn) column, column::isNull);
        }
        return isOwn(of) && column instanceof KeyColumn keys && keys.codec().isWhole() && mapped != null
                ? unboxed(mapped, keys)
                : mapped;
    }

    private static Whole nullable(ExpressionType type, RowLongs value, Column column) {
        return new Whole(type, value, column::isNull);
    }

    /** The field's value as a function of Speedment's or the user's gets it: it may be null, and they know. */
    @SuppressWarnings("NullAway")
    private static Object get(Column column, int row) {
        return column.get(row);
    }

    /** Speedment's own casts of a nullable whole number, without a box in between. */
    private static RowExpression unboxed(RowExpression cast, KeyColumn keys) {
        return switch (cast) {
            case Whole whole -> {
                RowLongs number = new KeyLongs(keys);
                RowLongs present = switch (whole.type()) {
                    case BYTE_NULLABLE -> NarrowLongs.of(ExpressionType.BYTE, number);
                    case SHORT_NULLABLE -> NarrowLongs.of(ExpressionType.SHORT, number);
                    case INT_NULLABLE -> NarrowLongs.of(ExpressionType.INT, number);
                    case LONG_NULLABLE -> number;
                    default -> whole.value();
                };
                IntPredicate nulls = keys.nulls() == 0 ? RowExpression.NEVER_NULL : whole.nulls();
                yield new Whole(whole.type(), NullableLongs.of(present, nulls, whole.value()), nulls);
            }
            case Real real -> {
                IntToDoubleFunction value = real.value();
                IntToDoubleFunction unboxed = Arithmetic.isFloat(real.type())
                        ? row -> keys.isNull(row) ? value.applyAsDouble(row) : (float) keys.key(row)
                        : row -> keys.isNull(row) ? value.applyAsDouble(row) : keys.key(row);
                yield new Real(real.type(), unboxed, real.nulls());
            }
            case Reference _, Decimal _ -> cast;
        };
    }

    /** Whether the function is one of Speedment's, which converts a number as Java does. */
    static boolean isOwn(FieldMapper<?, ?, ?, ?, ?> mapper) {
        return mapper.getMapper().getClass().getName().startsWith(ReferenceField.class.getName());
    }
}
