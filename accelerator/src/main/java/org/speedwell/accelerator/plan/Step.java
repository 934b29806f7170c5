package org.speedwell.accelerator.plan;

import java.util.List;

/**
 * An operator of a physical plan. It estimates its cost and its output before it runs, and describes itself. Immutable.
 */
public sealed interface Step permits Node, TupleNode {
    /** Returns the expected number of rows, tuples, values or groups; exact where an index knows it. */
    double expected();

    /** Returns the expected cost of this operator and its inputs, in the unit of {@link Cost}. */
    double cost();

    /** Describes what the operator does, and how. */
    String describe();

    /** Returns the operators that this one reads, the main input first. */
    List<Step> inputs();
}
