/**
 * The initial load of tables from the database into columns. Internal.
 *
 * <ul>
 * <li>All tables that a load reads from one database show the same moment of it, unless the settings choose otherwise.
 * <li>A load holds locks only while it opens its read view.
 * <li>The first failure stops all tasks. No task outlives its load.
 * <li>A failed load returns all its memory and closes all its connections.
 * </ul>
 *
 * <p>Start at {@link SnapshotLoader}, the entry point. Then read {@code ReadView} for one moment of a database,
 * {@code TableLoad} for the load of a table, and {@code TablePart} for the reading of its rows.
 */
@NullMarked
package org.speedwell.accelerator.load;

import org.jspecify.annotations.NullMarked;
