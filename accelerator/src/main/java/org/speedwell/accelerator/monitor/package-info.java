/**
 * Reports for operation: plans and their times, statistics, query durations, and comparisons with the database.
 *
 * <p>The types follow these rules:
 * <ul>
 * <li>Reports are immutable records.
 * <li>Times are durations of the wall clock. Bytes are native memory unless a component states otherwise.
 * <li>A listener runs in a thread of the accelerator or of the application, so it must return quickly.
 * </ul>
 *
 * <p>Start at {@link org.speedwell.accelerator.monitor.Explanation} for the plan of a query,
 * {@link org.speedwell.accelerator.monitor.StoreStatistics} for memory, or
 * {@link org.speedwell.accelerator.monitor.Verification} for a comparison with the database.
 * {@link org.speedwell.accelerator.monitor.QueryListener} receives the duration of each query.
 */
@NullMarked
package org.speedwell.accelerator.monitor;

import org.jspecify.annotations.NullMarked;
