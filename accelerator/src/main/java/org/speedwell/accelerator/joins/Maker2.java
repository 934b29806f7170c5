package org.speedwell.accelerator.joins;

import org.jspecify.annotations.Nullable;

/** A function that makes an element of rows of two tables. A row is null if an outer join found none. */
@FunctionalInterface
public interface Maker2<A extends @Nullable Object, B extends @Nullable Object, T> {
    T make(A first, B second);
}
