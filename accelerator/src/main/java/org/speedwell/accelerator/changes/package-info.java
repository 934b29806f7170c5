/**
 * The stream of committed row changes that an application reads from the binlog.
 *
 * <ul>
 * <li>Changes come in whole transactions, in commit order, each exactly once.
 * <li>The application can continue from any position that the stream has returned.
 * <li>Entities of changed rows equal those of a load, because both use the same columns and mappers.
 * <li>If a statement changes rows and the binlog does not contain them, the stream fails. The application must read the
 * table again.
 * <li>The stream shares the binlog connection of a follower of the same database where it can.
 * </ul>
 *
 * <p>Start at {@link ChangeLog}, then {@link CommittedRows} (one transaction), {@code ChangedTable} (decoding) and
 * {@code SharedEntries} (the connection). This package is internal.
 */
@NullMarked
package org.speedwell.accelerator.changes;

import org.jspecify.annotations.NullMarked;
