package org.speedwell.accelerator.expression;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.compute.expression.ExpressionType;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyCodec;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expression.RowExpression.Reference;
import org.speedwell.accelerator.store.TableStore;

/**
 * The chars of a text from one place to another, as many as there are.
 *
 * @param from of the first, from 0 on
 * @param to behind the last
 * @param isNullable whether it is null where the text is; else that is an error
 */
public record PartOfText<T>(Function<T, @Nullable String> text, int from, int to, boolean isNullable)
        implements Computation<T> {

    @Override
    public @Nullable String of(T entity) {
        return part(text.apply(entity));
    }

    private @Nullable String part(@Nullable Object text) {
        if (text == null && isNullable) {
            return null;
        }
        String whole = (String) requireNonNull(text, "The text is null.");
        return whole.substring(Math.min(from, whole.length()), Math.min(to, whole.length()));
    }

    @Override
    public @Nullable RowExpression on(ExpressionReader reader) {
        RowExpression inner = reader.read(text);
        if (inner == null) {
            return null;
        }
        ExpressionType type = isNullable ? ExpressionType.STRING_NULLABLE : ExpressionType.STRING;
        KeyColumn keys = closeTexts(reader.table(), text);
        if (keys != null) {
            return new Reference(type, ofKeys(keys));
        }
        IntFunction<@Nullable Object> value = inner.boxed();
        return new Reference(type, row -> part(value.apply(row)));
    }

    /** Each part is made once; a race makes it twice. */
    private IntFunction<@Nullable Object> ofKeys(KeyColumn keys) {
        KeyCodec codec = keys.codec();
        @Nullable String[] parts = new @Nullable String[(int) (keys.max() - keys.min()) + 1];
        return row -> {
            if (keys.isNull(row)) {
                return part(null);
            }
            long key = keys.key(row);
            int place = (int) (key - keys.min());
            String part = parts[place];
            if (part == null) {
                part = part(codec.value(key));
                parts[place] = part;
            }
            return part;
        };
    }

    /** The column whose texts a function gives, if its keys lie close together; or null. */
    static @Nullable KeyColumn closeTexts(TableStore<?> table, Object text) {
        int place = ExpressionResolver.column(table, text);
        return place >= 0
                        && table.column(place) instanceof KeyColumn keys
                        && keys.codec().isText()
                        && KeyedInts.isClose(keys)
                ? keys
                : null;
    }

    @Override
    public String toString() {
        return "chars " + from + " to " + to + " of " + text;
    }
}
