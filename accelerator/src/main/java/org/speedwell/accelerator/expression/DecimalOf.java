package org.speedwell.accelerator.expression;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.compute.ToBigDecimal;
import com.speedment.runtime.compute.ToInt;
import com.speedment.runtime.compute.ToLong;
import com.speedment.runtime.compute.expression.ExpressionType;
import com.speedment.runtime.field.ReferenceField;
import java.math.BigDecimal;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expression.RowExpression.Decimal;
import org.speedwell.accelerator.expression.RowExpression.Real;
import org.speedwell.accelerator.expression.RowExpression.Reference;
import org.speedwell.accelerator.expression.RowExpression.Whole;

/**
 * A field or expression as a decimal, which is not null.
 *
 * @param source a {@code ReferenceField} of decimals, a {@code ToBigDecimal}, {@code ToInt} or {@code ToLong}
 */
public record DecimalOf<T>(Object source) implements Computation<T> {

    @Override
    @SuppressWarnings("unchecked") // of such entities
    public BigDecimal of(T entity) {
        return switch (source) {
            case ReferenceField<?, ?, ?> field -> present(((ReferenceField<T, ?, BigDecimal>) field).get(entity));
            case ToInt<?> number -> BigDecimal.valueOf(((ToInt<T>) number).applyAsInt(entity));
            case ToLong<?> number -> BigDecimal.valueOf(((ToLong<T>) number).applyAsLong(entity));
            default -> present(((ToBigDecimal<T>) source).apply(entity));
        };
    }

    private BigDecimal present(@Nullable Object value) {
        return (BigDecimal) requireNonNull(value, "The decimal is null.");
    }

    @Override
    public @Nullable RowExpression on(ExpressionReader reader) {
        if (source instanceof ReferenceField<?, ?, ?> field) {
            int place = reader.table().indexOf(field.identifier());
            return place < 0 ? null : of(reader.table().column(place));
        }
        return switch (reader.read(source)) {
            case Whole whole -> DecimalArithmetic.of(whole);
            case Decimal decimal -> Nulls.refused(ExpressionType.BIG_DECIMAL, decimal);
            case Reference reference -> ofObjects(reference.value());
            case Real _ -> null;
            case null -> null;
        };
    }

    private RowExpression of(Column column) {
        return DecimalArithmetic.isPossible(column)
                ? Nulls.refused(
                        ExpressionType.BIG_DECIMAL,
                        DecimalArithmetic.column(
                                ExpressionType.BIG_DECIMAL_NULLABLE, (KeyColumn) column, column::isNull))
                : ofObjects(column::get);
    }

    private RowExpression ofObjects(IntFunction<@Nullable Object> value) {
        return new Reference(ExpressionType.BIG_DECIMAL, row -> present(value.apply(row)));
    }

    @Override
    public String toString() {
        return source instanceof ReferenceField<?, ?, ?> field
                ? field.identifier().getColumnId()
                : source.toString();
    }
}
