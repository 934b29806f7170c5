package org.speedwell.accelerator.expression;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A function that is called with the entity of a row: the last resort where only it knows what it gives. */
public record EntityCall<E>(Function<E, ? extends @Nullable Object> function) {}
