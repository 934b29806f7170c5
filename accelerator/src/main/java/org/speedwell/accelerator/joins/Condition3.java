package org.speedwell.accelerator.joins;

/** A condition on rows of three tables. */
@FunctionalInterface
public interface Condition3<A, B, C> {
    boolean test(A first, B second, C third);
}
