/**
 * Connections to the database, the tables of the Speedment model, and the comparison of both. Internal.
 *
 * <ul>
 * <li>A connection returns to its owner with the session settings that it had before.
 * <li>Every failure is a {@link LoadException}, whose message says what to do. A {@link TableException} concerns one
 * table; an {@link UnreachableException} may pass.
 * <li>The package knows MySQL and MariaDB. {@link BinlogStatus} and {@link ExactSnapshot} describe their differences.
 * <li>The package knows nothing of queries and streams.
 * </ul>
 *
 * <p>Start at {@link TableModel}, {@link DatabaseColumns} and {@link LoadedColumns}, then read {@link LoadConnections}.
 */
@NullMarked
package org.speedwell.accelerator.database;

import org.jspecify.annotations.NullMarked;
