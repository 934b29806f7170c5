package org.speedwell.accelerator.plan;

import java.util.List;

/** A step of a physical plan. It knows before it runs what it will cost and leave, and describes itself. Immutable. */
public sealed interface Step permits Node, TupleNode {
    /** Returns the number of rows, tuples, values or groups that are expected; exact where an index knows. */
    double expected();

    /** Returns the expected cost of the step and its inputs, in the unit of {@link Cost}. */
    double cost();

    /** Describes what the step does, and by what means. */
    String words();

    /** Returns the steps that it reads, the main one first. */
    List<Step> inputs();
}
