/**
 * Writes rows and values as JSON and CSV, from columns into bytes. Internal.
 *
 * <ul>
 * <li>A {@link Format} puts separators, labels and escapes around values.
 * <li>A {@link CellPlace} holds what the encoder writes for a cell in every row. All runs share it.
 * <li>A {@link RowWriter} writes the cells of rows into a {@link Utf8Buffer}, without creating an object for each
 * value.
 * <li>A {@link RowPart} writes neighbouring cells of a block of rows, column by column, and keeps cells that occur
 * often.
 * <li>{@link Output} passes blocks of encoded rows to a {@link Sink}.
 * <li>Formats and encodings are immutable and thread-safe. Writers belong to one thread.
 * </ul>
 *
 * <p>Start at {@link Encoding}, then read {@link CellWriters} and {@link RowWriter}.
 */
@NullMarked
package org.speedwell.accelerator.encode;

import org.jspecify.annotations.NullMarked;
