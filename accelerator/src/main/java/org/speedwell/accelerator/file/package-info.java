/**
 * Snapshots in files: all tables of one version, with the binlog position that they stand for.
 *
 * <p>A file is complete or absent. Each column is checked before it is read, since columns are read without bounds checks.
 *
 * <p>Start with {@link SnapshotFile}, then {@link SnapshotWriter} and {@link SnapshotContents}. Internal.
 */
@NullMarked
package org.speedwell.accelerator.file;

import org.jspecify.annotations.NullMarked;
