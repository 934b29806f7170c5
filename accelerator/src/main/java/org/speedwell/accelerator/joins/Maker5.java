package org.speedwell.accelerator.joins;

import org.jspecify.annotations.Nullable;

/** A function that makes an element of rows of five tables. A row is null if an outer join found none. */
@FunctionalInterface
public interface Maker5<
        A extends @Nullable Object,
        B extends @Nullable Object,
        C extends @Nullable Object,
        D extends @Nullable Object,
        E extends @Nullable Object,
        T> {
    T make(A first, B second, C third, D fourth, E fifth);
}
