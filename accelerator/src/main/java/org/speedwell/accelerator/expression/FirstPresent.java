package org.speedwell.accelerator.expression;

import com.speedment.runtime.compute.expression.ExpressionType;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The first of some values that is not null, or null.
 *
 * @param type that of all, nullable
 * @param parts at least one
 */
public record FirstPresent<T>(ExpressionType type, List<? extends Function<T, ? extends @Nullable Object>> parts)
        implements Computation<T> {

    @Override
    public @Nullable Object of(T entity) {
        for (Function<T, ? extends @Nullable Object> part : parts) {
            Object value = part.apply(entity);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    @Override
    public @Nullable RowExpression on(ExpressionReader reader) {
        List<@Nullable RowExpression> read =
                parts.stream().<@Nullable RowExpression>map(reader::read).toList();
        if (read.contains(null)) {
            return null;
        }
        return read.reversed().stream()
                .map(Objects::requireNonNull)
                .reduce((others, part) -> Nulls.replaced(type, part, others))
                .orElseThrow();
    }

    @Override
    public String toString() {
        return "first present of " + parts;
    }
}
