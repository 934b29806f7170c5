/**
 * Debezium's topics in Kafka as the source of the changes that a store follows, instead of the server's binlog.
 *
 * <ul>
 * <li>A version contains whole transactions only, in commit order, as with the binlog. The topic of transactions gives
 * order and counts; {@code CommitOrder} joins it with the rows of all tables and with statements.
 * <li>The store loads its tables from the database, and continues with the transactions that the load does not contain.
 * <li>Events become row images ({@code TableImages}), so that the same engine applies them.
 * <li>A missing transaction, row or value is an error. The tables are then loaded again.
 * <li>Memory counts as current only when the database has reported that nothing follows the applied transactions.
 * </ul>
 *
 * <p>Start at {@link DebeziumTopics}, then {@code DebeziumFeed} (the thread), {@code Topics} (the consumer) and {@code
 * CommitOrder}.
 */
@NullMarked
package org.speedwell.accelerator.debezium;

import org.jspecify.annotations.NullMarked;
