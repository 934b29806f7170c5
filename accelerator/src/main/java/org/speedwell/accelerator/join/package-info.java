/**
 * Joins of tables by the keys of their columns. A join creates no entities. Internal.
 *
 * <ul>
 * <li>A tuple is one row id of each table. {@code TupleSource.NO_ROW} is the row that an outer join did not find.
 * <li>A {@link org.speedwell.accelerator.join.TupleSource} returns tuples in blocks, and only when a caller requests
 * them.
 * <li>A source is for one thread. {@code KeyMatch}, {@code KeyedRows} and {@code MatchRule} are immutable.
 * <li>A {@link org.speedwell.accelerator.join.MatchRule} decides which keys match. If it cannot, it returns null.
 * </ul>
 *
 * <p>Start at {@link org.speedwell.accelerator.join.TupleSource}, then read
 * {@link org.speedwell.accelerator.join.EquiJoinSource} and {@link org.speedwell.accelerator.join.NestedLoopSource}.
 */
@NullMarked
package org.speedwell.accelerator.join;

import org.jspecify.annotations.NullMarked;
