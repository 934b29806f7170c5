package org.speedwell.accelerator.expression;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.compute.expression.ExpressionType;
import com.speedment.runtime.field.ReferenceField;
import java.util.function.LongToIntFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyCodec;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expression.RowExpression.Whole;

/**
 * A part of the date or time in a field.
 *
 * @param isNullable whether it is null where the field is; else that is an error
 */
public record PartOfDate<T>(DatePart part, ReferenceField<T, ?, ?> field, boolean isNullable)
        implements Computation<T> {

    @Override
    public @Nullable Integer of(T entity) {
        return partOf(field.get(entity));
    }

    private @Nullable Integer partOf(@Nullable Object value) {
        return value == null && isNullable ? null : (Integer) part.of(requireNonNull(value, toString()));
    }

    @Override
    public @Nullable RowExpression on(ExpressionReader reader) {
        int place = reader.table().indexOf(field.identifier());
        if (place < 0) {
            return null;
        }
        Column column = reader.table().column(place);
        RowLongs value =
                column instanceof KeyColumn keys ? ofKeys(keys) : row -> part.of(requireNonNull(column.get(row)));
        RowLongs present = column.nulls() == 0 ? value : NullableLongs.of(value, column::isNull, Nulls::refuse);
        return isNullable && column.nulls() > 0
                ? new Whole(ExpressionType.INT_NULLABLE, present, column::isNull)
                : new Whole(
                        isNullable ? ExpressionType.INT_NULLABLE : ExpressionType.INT,
                        present,
                        RowExpression.NEVER_NULL);
    }

    private RowLongs ofKeys(KeyColumn keys) {
        KeyCodec codec = keys.codec();
        LongToIntFunction ofKey =
                LocalPart.isPossible(part, codec) ? LocalPart.of(part, codec) : key -> part.of(codec.value(key));
        return new KeyedInts(keys, ofKey);
    }

    @Override
    public String toString() {
        return part + " of " + field.identifier().getColumnId();
    }
}
