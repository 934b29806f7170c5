package org.speedwell.accelerator.joins;

/** A condition on rows of four tables. */
@FunctionalInterface
public interface Condition4<A, B, C, D> {
    boolean test(A first, B second, C third, D fourth);
}
