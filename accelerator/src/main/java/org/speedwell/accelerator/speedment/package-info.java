/**
 * The components that give a Speedment application its in-memory tables. Internal.
 *
 * <ul>
 * <li>Speedment's injector creates the public components and calls their annotated methods.
 * <li>A stream reads one version only, even if the follower publishes others meanwhile.
 * <li>A fallback is a pipeline that leaves columns for entities, or a join that the database runs although some of its
 * tables are in memory. Fallbacks are counted, and logged or refused as configured.
 * <li>At most one load, or opening of a file, runs at a time.
 * </ul>
 *
 * <p>Start reading at one of these:
 *
 * <ul>
 * <li>{@link MemoryDataStore}: the data store, which connects all parts
 * <li>{@link MemoryStreamSupplier}: the streams of managers
 * <li>{@link Loads}: loads and opened files
 * <li>{@link Follows}: the state of replication
 * <li>{@link MemoryJoins}: joins in memory
 * </ul>
 */
@NullMarked
package org.speedwell.accelerator.speedment;

import org.jspecify.annotations.NullMarked;
