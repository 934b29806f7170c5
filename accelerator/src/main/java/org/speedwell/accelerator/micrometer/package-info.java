/**
 * The data store's figures and maintained numbers for Micrometer, which is an optional dependency.
 *
 * <ul>
 * <li>The names of the store's meters begin with {@code speedwell.store}.
 * <li>The gauges and counters read the store only when the registry reads them. They add no work to queries.
 * <li>Only the optional timer of queries adds time to each stream, about a microsecond.
 * <li>The age of the version is NaN before the first load.
 * <li>The application chooses the name of a gauge of a maintained query.
 * </ul>
 *
 * <p>Start at {@link org.speedwell.accelerator.micrometer.StoreMeters}. A gauge of your own query is a {@link
 * org.speedwell.accelerator.micrometer.MaintainedGauge}.
 */
@NullMarked
package org.speedwell.accelerator.micrometer;

import org.jspecify.annotations.NullMarked;
