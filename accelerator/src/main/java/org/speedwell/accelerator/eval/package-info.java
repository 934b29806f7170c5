/**
 * Computes expressions on rows from columns. It compiles a tree into functions of row ids. Internal.
 *
 * <ul>
 * <li>The functions compute numbers as longs and doubles, without objects, and for many rows at once.
 * <li>Each result equals that of {@code Interpreter}.
 * <li>If the computation of a user's lambda fails, the engine calls the lambda itself. The exception then comes from
 * the lambda.
 * <li>The engine computes an expression out of order only if {@code Totality} proves that it cannot throw.
 * <li>Compiled expressions are thread-safe, except those of a {@link TupleScope}.
 * </ul>
 *
 * <p>Start at {@link RowExpression} and {@link RowScope}, then read {@code ExprCompiler}.
 */
@NullMarked
package org.speedwell.accelerator.eval;

import org.jspecify.annotations.NullMarked;
