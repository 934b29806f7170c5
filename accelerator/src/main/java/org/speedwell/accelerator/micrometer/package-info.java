/**
 * The data store's figures for Micrometer, which is an optional dependency.
 *
 * <ul>
 * <li>The names of all meters begin with {@code speedwell.store}.
 * <li>The gauges and counters read the store only when the registry reads them. They add no work to queries.
 * <li>Only the optional timer of queries adds time to each stream, about a microsecond.
 * <li>The age of the version is NaN before the first load.
 * </ul>
 *
 * <p>Start at {@link org.speedwell.accelerator.micrometer.StoreMeters}, the only type of the package.
 */
@NullMarked
package org.speedwell.accelerator.micrometer;

import org.jspecify.annotations.NullMarked;
