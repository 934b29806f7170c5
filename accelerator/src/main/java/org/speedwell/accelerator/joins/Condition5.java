package org.speedwell.accelerator.joins;

/** A condition on rows of five tables. */
@FunctionalInterface
public interface Condition5<A, B, C, D, E> {
    boolean test(A first, B second, C third, D fourth, E fifth);
}
