/**
 * The columns of a table: one value for each row, in the smallest storage. Internal.
 *
 * <ul>
 * <li>A column is immutable. An edit creates a later version, which shares the unchanged blocks of memory.
 * <li>A {@link KeyColumn} stores keys whose order is the order of the values. A {@link BytesColumn} stores long texts
 * and binary values, which have no order. An {@link AbsentColumn} is not loaded.
 * <li>A row without a value is NULL in the {@link Validity} bitmap. Its key is undefined.
 * <li>Columns read native memory without checks. {@link ColumnCheck} checks columns that come from a file.
 * </ul>
 *
 * <p>Start at {@link Column}, then read {@link KeyColumn} and {@link ZoneMap}.
 */
@NullMarked
package org.speedwell.accelerator.column;

import org.jspecify.annotations.NullMarked;
