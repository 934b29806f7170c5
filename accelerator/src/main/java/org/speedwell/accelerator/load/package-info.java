/**
 * The initial load of tables from the database into columns. Internal.
 *
 * <ul>
 * <li>All tables that a load reads from one database show the same moment of it.
 * <li>A load holds locks no longer than its read view needs.
 * <li>The first failure stops all tasks. No task outlives its load.
 * <li>A failed load returns all its memory and closes all its connections.
 * </ul>
 * <p> Start reading with {@link SnapshotLoader} (the entry point), then {@link ReadView} (one moment of a database),
 * {@link TableLoad} (the load of a table) and {@link TablePart} (the reading of its rows).
 */
@NullMarked
package org.speedwell.accelerator.load;

import org.jspecify.annotations.NullMarked;
