/**
 * The stream of committed row changes that an application reads from the binlog.
 *
 * <p>Changes come in whole transactions, in commit order, each exactly once.
 *
 * <p>Start with {@link ChangeLog}, then {@link ChangedTable} and {@link SharedEntries}. Internal.
 */
@NullMarked
package org.speedwell.accelerator.changes;

import org.jspecify.annotations.NullMarked;
