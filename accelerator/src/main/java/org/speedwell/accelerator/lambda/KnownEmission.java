package org.speedwell.accelerator.lambda;

import org.jspecify.annotations.Nullable;

/**
 * A function that hands at most one value of an entity to a consumer, as {@code mapMulti} takes it, of which it is known what it
 * computes: a filter and a map.
 *
 * @param condition whether there is a value; null where there always is
 * @param value of entities of which the condition holds
 */
public record KnownEmission<E>(
        @Nullable AnalyzedFunction<E, Boolean> condition, AnalyzedFunction<E, @Nullable Object> value) {}
