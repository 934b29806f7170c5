/**
 * Filters: conditions on the columns of one table, which kernels evaluate. Internal.
 *
 * <ul>
 * <li>Filters compare keys of the column's codec, never values.
 * <li>NULL rows match a filter only where its type says so.
 * <li>Filters are immutable, and evaluating a {@link Filter.Computed} never throws.
 * <li>A condition without a filter runs row by row, outside this package.
 * </ul>
 *
 * <p>Start at {@link Filter}, then read {@link KeyOrder} for comparisons and {@link ConditionCompiler} for computed
 * conditions.
 */
@NullMarked
package org.speedwell.accelerator.filter;

import org.jspecify.annotations.NullMarked;
