/**
 * Small types that the public API and the packages below it have in common.
 *
 * <ul>
 * <li>The types are immutable records and enums.
 * <li>The package depends on no other package of Speedwell.
 * </ul>
 *
 * <p>Start at {@link org.speedwell.accelerator.model.TableId} and {@link org.speedwell.accelerator.model.ColumnId},
 * which name tables and columns. {@link org.speedwell.accelerator.model.Position} is a binlog position.
 */
@NullMarked
package org.speedwell.accelerator.model;

import org.jspecify.annotations.NullMarked;
