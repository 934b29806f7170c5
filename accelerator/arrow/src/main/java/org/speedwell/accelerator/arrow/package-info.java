/**
 * The export of tables in memory to Arrow. {@link org.speedwell.accelerator.arrow.ArrowTable} is one version of a table,
 * for consumers of Arrow's C stream interface, for files of Arrow IPC, and for Parquet.
 *
 * <pre>
 * SnapshotView ─▶ ArrowTable ─▶ ExportedColumn: zero copy or one pass ─▶ ArrayData ─┬─▶ CStream, CData: structs of C
 *                                                                                 └─▶ IpcWriter: Arrow IPC
 * </pre>
 */
@NullMarked
package org.speedwell.accelerator.arrow;

import org.jspecify.annotations.NullMarked;
