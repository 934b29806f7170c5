package org.speedwell.accelerator.lambda;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Expr;

/**
 * An analysed function, as for {@code mapMulti}, that passes at most one value per entity to a consumer: a filter and a
 * map.
 *
 * @param condition the condition for a value; null if there always is one
 * @param value the value, for entities that satisfy the condition
 */
public record AnalyzedEmission<E>(
        @Nullable AnalyzedFunction<E, Boolean> condition, AnalyzedFunction<E, @Nullable Object> value) {
    /** Returns the same function with simpler expressions, like {@link AnalyzedFunction#with}. */
    public AnalyzedEmission<E> with(UnaryOperator<Expr> simplified) {
        return new AnalyzedEmission<>(condition == null ? null : condition.with(simplified), value.with(simplified));
    }
}
