package org.speedwell.accelerator.expression;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A function that a leaf of an expression tree calls with the entity of a row. The reader uses it when only the
 * function itself can compute its value.
 */
public record EntityCall<E>(Function<E, ? extends @Nullable Object> function) {}
