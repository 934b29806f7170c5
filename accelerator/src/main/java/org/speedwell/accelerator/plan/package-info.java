/**
 * The planner: it turns a logical query over one table, or a join of several, into a physical plan, and runs it.
 * Internal.
 *
 * <ul>
 * <li>A logical query, {@link Logical}, says what a pipeline asks of a table. It says nothing about indexes.
 * <li>Nodes of a physical plan are immutable. A node knows its cost and its expected output before it runs.
 * <li>All costs are in the unit of {@link Cost}.
 * <li>Planning reads indexes, but no rows.
 * <li>Every plan of a query gives the same result, in the same order; plans differ in cost only.
 * </ul>
 *
 * <p>Start reading at one of these:
 *
 * <ul>
 * <li>{@link Logical}: the logical query
 * <li>{@link Planner}: the plans for one table
 * <li>{@link AccessPath}: the ways to the rows of a filter
 * <li>{@link JoinPlanner}: the join order and the method of each join
 * <li>{@link Execution}: the run of a plan
 * </ul>
 */
@NullMarked
package org.speedwell.accelerator.plan;

import org.jspecify.annotations.NullMarked;
