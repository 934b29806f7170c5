/**
 * The public API of the accelerator, which answers the streams of a Speedment application from memory. These packages
 * are public, too. All other packages are internal:
 * <ul>
 * <li>{@code query}: expressions, collectors, aggregations, references and encoders
 * <li>{@code source}: connections and settings of loads, and their progress
 * <li>{@code follow}: replication, and the changes of its transactions
 * <li>{@code monitor}: plans, statistics, and comparisons with the database
 * <li>{@code routing}: some tables in memory, others in the database
 * <li>{@code table}: tables of the application's own rows
 * <li>{@code model}: small types that the other packages share
 * <li>{@code micrometer}: meters
 * </ul>
 *
 * <p>These rules hold unless a type or method states otherwise:
 * <ul>
 * <li><b>Nulls</b>: no method returns or accepts null, except where {@code @Nullable} permits it. A null argument
 * causes a {@link NullPointerException}, immediately or when the value is used.
 * <li><b>Threads</b>: settings, reports and results are immutable, and the store is thread-safe. Builders, streams,
 * iterators and entities are for one thread.
 * <li><b>Errors</b> are unchecked, and each message names the cause and the remedy. {@link DataStoreException} and its
 * subclasses report failures, {@link IllegalArgumentException} an invalid argument, and {@link IllegalStateException} a
 * call at the wrong time.
 * <li>After a failed load or change, the version in memory continues to serve.
 * </ul>
 *
 * <p>Start at {@link InMemoryBundle}, then read {@link DataStoreComponent}.
 */
@NullMarked
package org.speedwell.accelerator;

import org.jspecify.annotations.NullMarked;
