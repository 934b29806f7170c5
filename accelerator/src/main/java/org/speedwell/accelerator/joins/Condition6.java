package org.speedwell.accelerator.joins;

/** A condition on rows of six tables. */
@FunctionalInterface
public interface Condition6<A, B, C, D, E, F> {
    boolean test(A first, B second, C third, D fourth, E fifth, F sixth);
}
