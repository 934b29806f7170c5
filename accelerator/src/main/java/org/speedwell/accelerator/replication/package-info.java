/**
 * Replication: it keeps tables in memory equal to the database by applying the binlog. Internal.
 *
 * <ul>
 * <li>A version contains whole transactions only, in commit order.
 * <li>Changes are applied by primary key, so that a repeated change does no harm.
 * <li>After a load, no version is published before the end of the binlog at the load has been passed.
 * <li>A table that cannot take a change is reloaded. If that fails too, it is stopped: it keeps its last version until
 * a reload succeeds.
 * <li>One thread reads the binlog, and another applies it. A bounded queue connects them.
 * </ul>
 *
 * <p>Start reading at one of these:
 *
 * <ul>
 * <li>{@link Replicator}: the follower of one database, with its thread
 * <li>{@link ChangeFeed}: the reader of changes; {@code BinlogFeed} reads the binlog
 * <li>{@link ReplicatedTables}: the changes of all tables, and their reloads
 * <li>{@link ReplicatedTable}: the changes of one table
 * <li>{@link Cascades}: the changes that foreign keys cause
 * </ul>
 */
@NullMarked
package org.speedwell.accelerator.replication;

import org.jspecify.annotations.NullMarked;
