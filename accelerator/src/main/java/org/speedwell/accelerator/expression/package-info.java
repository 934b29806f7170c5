/**
 * The bridge from Speedment's predicates, comparators and expressions to the engine. Internal.
 *
 * <ul>
 * <li>{@link SpeedmentReader} translates a predicate or expression to an expression tree of the package {@code expr}.
 * <li>{@link FilterResolver} translates a predicate to a {@code Filter} on the keys of one table. A null result means
 * that the caller must test row by row.
 * <li>Speedwell's own expressions, such as {@link Computed}, {@link Compared} and {@link Like}, implement Speedment's
 * types.
 * <li>The packages {@code expr} and {@code filter} do not depend on Speedment. They work on trees and filters.
 * </ul>
 *
 * <p>Start at {@link SpeedmentReader}, then read {@link FilterResolver} and {@link ReferencePath}.
 */
@NullMarked
package org.speedwell.accelerator.expression;

import org.jspecify.annotations.NullMarked;
