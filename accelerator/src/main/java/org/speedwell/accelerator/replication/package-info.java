/**
 * Keeps tables in memory equal to the database by applying the binlog.
 *
 * <p>A version contains whole transactions only, in commit order. A table that cannot be replicated any further keeps its last
 * version until it is reloaded.
 *
 * <p>Start with {@link Replicator}, then {@link BinlogFeed}, {@link ReplicatedTables} and {@link ReplicatedTable}. Internal.
 */
@NullMarked
package org.speedwell.accelerator.replication;

import org.jspecify.annotations.NullMarked;
