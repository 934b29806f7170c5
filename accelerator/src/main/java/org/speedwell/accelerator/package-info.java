/**
 * Answers the streams of a Speedment application from memory. Start at {@link InMemoryBundle}. Of the packages below
 * this one, {@code table} and {@code micrometer} are public, all others internal.
 *
 * <p>Unless a type or a method says otherwise:
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
