/**
 * Answers the streams of a Speedment application from memory. Start at {@link InMemoryBundle}. These packages below this one are
 * public, all others internal:
 * <ul>
 *   <li>{@code query}: expressions, collectors, aggregations, references and encoders;
 *   <li>{@code source}: connections and settings of loads, and their progress;
 *   <li>{@code follow}: following the database, and the changes of its transactions;
 *   <li>{@code monitor}: plans, statistics, and comparisons with the database;
 *   <li>{@code routing}: some tables in memory, others in the database;
 *   <li>{@code table}: rows of one's own;
 *   <li>{@code model}: small types that all of these use;
 *   <li>{@code micrometer}: meters.
 * </ul>
 *
 * <p>In all of them, unless a type or a method says otherwise:
 * <ul>
 *   <li><b>Nulls</b>: nothing gives null, and nothing takes it; what is given null all the same throws a
 *       {@link NullPointerException}, at once or when it comes to it. What may be null is {@code @Nullable}.
 *   <li><b>Threads</b>: what is configured, told or collected is immutable, and the store is for any number of threads; builders,
 *       streams, iterators and entities are for one.
 *   <li><b>Errors</b> are unchecked, and their messages name what is wrong and what to do: {@link DataStoreException} and its
 *       subclasses for what fails, {@link IllegalArgumentException} for what can never be, {@link IllegalStateException} for what
 *       comes at the wrong time. Where a load or a change fails, the version that is in memory goes on serving.
 * </ul>
 */
@NullMarked
package org.speedwell.accelerator;

import org.jspecify.annotations.NullMarked;
