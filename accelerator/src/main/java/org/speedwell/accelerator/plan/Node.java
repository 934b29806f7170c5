package org.speedwell.accelerator.plan;

/**
 * A step of a physical plan that returns rows of one table, or an aggregate of them. An {@link Execution} runs it.
 *
 * @param <R> the result
 */
public sealed interface Node<R> extends Step permits RowNode, AggregateNode {
    R run(Execution execution);

    /** Returns the number of rows, values or groups of a result. */
    long size(R result);
}
