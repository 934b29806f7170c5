/**
 * Expressions on rows, the typed tree that every form of a query becomes. Internal.
 *
 * <ul>
 * <li>{@link Expr} is the tree: columns, constants, operators, conditions and calls. Its semantics are Java's.
 * <li>{@link Interpreter} defines the value of each expression. Every faster implementation must give the same result.
 * <li>{@link Logic} creates conditions in their simplest form.
 * <li>{@link ComparisonOperator} knows which {@link KeyRange} of keys an operator selects. Filters, joins and the hot
 * path use it.
 * <li>{@link PureMethod} lists the methods of the JDK that the engine may call in any order.
 * <li>The package knows neither the columns in memory nor the classes of Speedment. All trees are immutable.
 * </ul>
 *
 * <p>Start at {@link Expr}, then read {@link Interpreter}.
 */
@NullMarked
package org.speedwell.accelerator.expr;

import org.jspecify.annotations.NullMarked;
