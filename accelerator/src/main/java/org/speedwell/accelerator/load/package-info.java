/**
 * Loads tables from the database into columns.
 *
 * <p>All tables of a load show one moment of the database. A load takes no lock longer than its read view needs.
 *
 * <p>Start with {@link SnapshotLoader}, then {@link ReadView}, {@link TableLoad} and {@link TablePart}. Internal.
 */
@NullMarked
package org.speedwell.accelerator.load;

import org.jspecify.annotations.NullMarked;
