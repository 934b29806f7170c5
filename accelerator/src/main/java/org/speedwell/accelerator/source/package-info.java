/**
 * The connections of loads, the settings of a load, and its progress.
 *
 * <ul>
 * <li>Settings are immutable; their builders are for one thread.
 * <li>A data source belongs to the caller. The connections that this package takes from it are returned as they were.
 * <li>One thread at a time calls a progress listener.
 * </ul>
 *
 * <p>Start reading at one of these:
 *
 * <ul>
 * <li>{@link LoadConfiguration}: the settings of one load
 * <li>{@link LoadProgress}: the listener to a load
 * <li>{@link DataSourceConnections}: connections from a pool instead of Speedment's
 * <li>{@link StreamSupplierComponentDecorator}: changes of the rows before they are stored
 * </ul>
 */
@NullMarked
package org.speedwell.accelerator.source;

import org.jspecify.annotations.NullMarked;
