/**
 * In-memory tables of an application's own rows, without a database. Public.
 *
 * <ul>
 * <li>Parameters and results are not null, unless they are {@code @Nullable}.
 * <li>Tables are thread-safe. Rows belong to the caller.
 * <li>An incomplete schema throws an {@link IllegalStateException} before it creates a table. The message says what to
 * declare.
 * <li>Exceptions of a row's getters reach the caller unchanged.
 * </ul>
 *
 * <p>Start at {@link TableSchema}, which declares the columns. Then read {@link Table} and {@link Rows}.
 */
@NullMarked
package org.speedwell.accelerator.table;

import org.jspecify.annotations.NullMarked;
