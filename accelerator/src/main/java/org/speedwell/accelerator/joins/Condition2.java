package org.speedwell.accelerator.joins;

/** A condition on rows of two tables. */
@FunctionalInterface
public interface Condition2<A, B> {
    boolean test(A first, B second);
}
