package org.speedwell.accelerator.joins;

import org.jspecify.annotations.Nullable;

/** The rows of three joined tables. A row is null if an outer join found none. */
public record Rows3<A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>(
        A first, B second, C third) {}
