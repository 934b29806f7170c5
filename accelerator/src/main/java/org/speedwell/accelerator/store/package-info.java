/**
 * The tables of one version, and the sequence of versions that an application publishes. Internal.
 *
 * <p>These invariants hold:
 * <ul>
 * <li>A {@link org.speedwell.accelerator.store.TableStore} and a {@link org.speedwell.accelerator.store.Snapshot} are
 * immutable.
 * <li>{@code TableStore.edit} creates the next version of a table. It shares all memory that does not change, and rows
 * keep their row ids.
 * <li>One volatile write publishes a version of all tables. Readers take no lock.
 * <li>A reference to a table keeps its native memory alive. A loop that reads columns ends with
 * {@code TableStore.keepAlive}.
 * </ul>
 *
 * <p>Start at {@link org.speedwell.accelerator.store.TableStore}, then read
 * {@link org.speedwell.accelerator.store.Versions}, which publishes snapshots. {@code TableEdit} creates the next
 * version of a table, {@code TableChanges} compares two versions, and {@code KeyLookup} finds rows by key.
 * {@link org.speedwell.accelerator.store.ColumnRef} describes what a column supports.
 */
@NullMarked
package org.speedwell.accelerator.store;

import org.jspecify.annotations.NullMarked;
