/**
 * A comparison of every table in memory with the database at one binlog position. Internal.
 *
 * <ul>
 * <li>An {@link AlignedView} pairs a read view of the database with the version in memory of the same position.
 * <li>The first pass compares all rows and collects the primary keys of rows that differ.
 * <li>A second pass compares those rows again, with replication in a later view. Only its differences are reported.
 * <li>The comparison takes no locks beyond those of a read view, and changes neither memory nor the database.
 * </ul>
 *
 * <p>Start at {@link Verifier#verify}, then read {@link AlignedView#open} and {@code TableComparison}.
 */
@NullMarked
package org.speedwell.accelerator.verify;

import org.jspecify.annotations.NullMarked;
