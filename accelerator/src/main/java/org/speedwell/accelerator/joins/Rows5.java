package org.speedwell.accelerator.joins;

import org.jspecify.annotations.Nullable;

/** The rows of five joined tables. A row is null if an outer join found none. */
public record Rows5<
        A extends @Nullable Object,
        B extends @Nullable Object,
        C extends @Nullable Object,
        D extends @Nullable Object,
        E extends @Nullable Object>(
        A first, B second, C third, D fourth, E fifth) {}
