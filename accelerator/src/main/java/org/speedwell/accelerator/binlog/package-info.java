/**
 * Reads whole transactions from the binlog of a MySQL or MariaDB server, in the order in which they were committed.
 *
 * <ul>
 * <li>Every event passes a check before it is used: its checksum, its offset in the file, and the order of the
 * transaction ids. A damaged, lost or repeated event ends the connection with a {@link BinlogException}.
 * <li>An entry is complete: a committed transaction with all its rows, a statement, or a heartbeat. Rolled-back rows
 * never appear.
 * <li>Rows stay bytes until their reader decodes them. {@link RowFormat} finds the values in them. The package converts
 * no values, and does not know the columns of the store.
 * <li>Large transactions go to a temporary file ({@link RowsLog}).
 * <li>Events that Speedwell cannot read end the reading. They are never skipped silently.
 * </ul>
 *
 * <p>Start at {@link BinlogReader}, then {@code BinlogStream} (one connection), {@code CheckedEvents} and
 * {@code LogContinuity} (the checks), and {@code TransactionAssembler}.
 */
@NullMarked
package org.speedwell.accelerator.binlog;

import org.jspecify.annotations.NullMarked;
