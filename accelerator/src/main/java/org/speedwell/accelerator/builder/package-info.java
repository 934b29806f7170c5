/**
 * Builds columns from the values of a load or of replicated changes.
 *
 * <ul>
 * <li>A {@link ColumnBuilder} takes the values of one column in row order, in one thread. Several builders can fill
 * parts of a column in parallel; {@link ColumnBuilder#concat} joins them.
 * <li>Builders stage values in native memory, and the caller closes them. The finished column belongs to a lease.
 * <li>Numbers, dates and Java enums become keys. Texts and long decimals become numbers of a dictionary, and so do
 * short binary values with a mapper or in a primary key. Long texts, other binary values and large objects stay bytes.
 * <li>A value that the column cannot store exactly fails with {@link IllegalArgumentException}. Builders never round.
 * </ul>
 *
 * <p>Start at {@link ColumnBuilder#of}, which chooses the kind of column, then {@link KeyColumnBuilder}.
 * {@link MySqlType} lists the types that can be loaded. This package is internal.
 */
@NullMarked
package org.speedwell.accelerator.builder;

import org.jspecify.annotations.NullMarked;
