package org.speedwell.accelerator.plan;

/**
 * A step of a physical plan: how something is had of a table. It knows before it is run what it will cost and leave, and
 * tells both and itself to whoever wants the plan explained. Immutable; run by an {@link Execution}.
 *
 * @param <R> what it gives
 */
public sealed interface Node<R> permits RowNode, Result {
    R run(Execution execution);

    /** How many rows a result has, or values, or groups. */
    long size(R result);

    /** How many are expected; exact where an index knows. */
    double expected();

    /** What all of it is expected to cost, in the unit of {@link Cost}. */
    double cost();

    /** What it does and by what means, for a person. */
    String words();
}
