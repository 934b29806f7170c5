/**
 * Aggregates of rows and of groups of rows, computed in arrays of primitive numbers. Internal.
 *
 * <ul>
 * <li>An {@link Aggregate} and its {@link Input}s are immutable. All threads of a query share them.
 * <li>Each thread has one {@link Aggregator} with its own states. The engine merges the aggregators at the end.
 * <li>A state keeps its values in arrays by group number. {@link BlockGroups} has the group of each row of a block.
 * <li>Group 0 contains the rows that the query does not select. States add them only if that cannot fail and calls no
 * function of the application.
 * <li>Results are equal to those of the JDK's collectors. Groups have the order of their first rows, or, from
 * {@link DenseGroups}, of their keys.
 * <li>An aggregate that columns cannot compute throws {@link NotOnColumnsException} before any row is read.
 * </ul>
 *
 * Start at {@link Aggregator#accept}, then read {@code State} and {@code Groups}. {@link ValueAggregate} lists the
 * aggregates of values.
 */
@NullMarked
package org.speedwell.accelerator.aggregate;

import org.jspecify.annotations.NullMarked;
