/**
 * The database: connections to it, the tables of the Speedment model and whether the database agrees with them.
 *
 * <p>Connections are given back as they were found. Every failure is a {@link LoadException} that says what to do.
 *
 * <p>Start with {@link TableModel}, {@link DatabaseColumns} and {@link LoadedColumns}, then {@link LoadConnections}. Internal.
 */
@NullMarked
package org.speedwell.accelerator.database;

import org.jspecify.annotations.NullMarked;
