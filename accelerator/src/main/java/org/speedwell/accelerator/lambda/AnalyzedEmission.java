package org.speedwell.accelerator.lambda;

import org.jspecify.annotations.Nullable;

/**
 * An analysed function, as for {@code mapMulti}, that passes at most one value per entity to a consumer: a filter and a
 * map.
 *
 * @param condition the condition for a value; null if there always is one
 * @param value the value, for entities that satisfy the condition
 */
public record AnalyzedEmission<E>(
        @Nullable AnalyzedFunction<E, Boolean> condition, AnalyzedFunction<E, @Nullable Object> value) {}
