/**
 * The types of columns: how the values of each MySQL type become values of each Java class.
 *
 * <p>A value from the binlog equals the value that the driver gives for the same row.
 *
 * <p>Start with {@link ColumnType}, the table of all types, then {@link ColumnReader} for text and {@link ImageReader} for the binlog. Internal.
 */
@NullMarked
package org.speedwell.accelerator.types;

import org.jspecify.annotations.NullMarked;
