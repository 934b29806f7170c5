package org.speedwell.accelerator.expression;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.compute.expression.ExpressionType;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyCodec;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expression.RowExpression.Whole;

/**
 * How many chars a text has.
 *
 * @param isNullable whether it is null where the text is; else that is an error
 */
public record TextLength<T>(Function<T, @Nullable String> text, boolean isNullable) implements Computation<T> {

    @Override
    public @Nullable Integer of(T entity) {
        String value = text.apply(entity);
        return value == null && isNullable
                ? null
                : (Integer) requireNonNull(value, "The text is null.").length();
    }

    @Override
    public @Nullable RowExpression on(ExpressionReader reader) {
        RowExpression inner = reader.read(text);
        if (inner == null) {
            return null;
        }
        ExpressionType type = isNullable ? ExpressionType.INT_NULLABLE : ExpressionType.INT;
        KeyColumn keys = PartOfText.closeTexts(reader.table(), text);
        if (keys != null) {
            KeyCodec codec = keys.codec();
            RowLongs lengths = new KeyedInts(keys, key -> ((String) codec.value(key)).length());
            return keys.nulls() == 0
                    ? new Whole(type, lengths, RowExpression.NEVER_NULL)
                    : new Whole(
                            type,
                            NullableLongs.of(lengths, keys::isNull, Nulls::refuse),
                            isNullable ? keys::isNull : RowExpression.NEVER_NULL);
        }
        IntFunction<@Nullable Object> value = inner.boxed();
        return new Whole(
                type,
                row -> ((String) requireNonNull(value.apply(row), "The text is null.")).length(),
                isNullable ? inner.nulls() : RowExpression.NEVER_NULL);
    }

    @Override
    public String toString() {
        return "length of " + text;
    }
}
