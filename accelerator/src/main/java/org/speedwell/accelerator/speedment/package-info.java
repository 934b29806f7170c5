/**
 * The components that give a Speedment application its in-memory tables. Internal.
 *
 * <ul>
 * <li>Speedment's injector creates the public components and calls their annotated methods.
 * </ul>
 *
 * <p>Start reading at one of these:
 *
 * <ul>
 * <li>{@link MemoryDataStore}: the data store, which connects all parts
 * <li>{@link MemoryStreamSupplier}: the streams of managers
 * <li>{@link MemoryJoins}: joins in memory
 * </ul>
 */
@NullMarked
package org.speedwell.accelerator.speedment;

import org.jspecify.annotations.NullMarked;
