/**
 * The conversions from values of each MySQL type to values of each Java class. Internal.
 *
 * <ul>
 * <li>A value from the binlog equals the value that the driver returns for the same row.
 * <li>A decoder writes keys or bytes to a column without creating an object, if both sides allow it. Otherwise the
 * driver converts the value.
 * <li>A decoder for the binlog is valid for one declaration of its column. The methods that return a difference compare
 * declarations.
 * </ul>
 *
 * <p>Start at {@link ColumnType}, the table of all types. Then read {@link ColumnReader} for text and
 * {@link ImageReader} for the binlog.
 */
@NullMarked
package org.speedwell.accelerator.types;

import org.jspecify.annotations.NullMarked;
