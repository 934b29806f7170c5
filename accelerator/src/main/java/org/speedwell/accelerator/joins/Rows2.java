package org.speedwell.accelerator.joins;

import org.jspecify.annotations.Nullable;

/** The rows of two joined tables. A row is null if an outer join found none. */
public record Rows2<A extends @Nullable Object, B extends @Nullable Object>(A first, B second) {}
