/**
 * Snapshots in files: all tables of one version, with its binlog position.
 *
 * <ul>
 * <li>A file is complete or absent. The writer renames a finished file to its final name.
 * <li>Queries read columns without bounds checks. Each column is therefore checked before its first use.
 * <li>A file is readable only on machines of the same byte order, by a version of Speedwell with the same format.
 * </ul>
 *
 * <p>Start at {@link SnapshotFile}, then read {@link SnapshotWriter} and {@code SnapshotContents}. Internal.
 */
@NullMarked
package org.speedwell.accelerator.file;

import org.jspecify.annotations.NullMarked;
