/**
 * CH-benCHmark: the transactions of TPC-C over JDBC, and 22 analytical questions over the same tables in memory.
 *
 * <ul>
 * <li>The transactions run on the server. Speedwell follows its binlog, and keeps some answers as maintained queries.
 * <li>Each question exists as streams and as SQL. The run compares their answers at the same position.
 * <li>Phases without and with replication alternate, because the speed of a shared machine changes.
 * </ul>
 *
 * <p>Start at {@link HtapRun}, then read {@code Question} (the questions), {@code Transaction} (the transactions) and
 * {@code Ages} (the age of results).
 */
@NullMarked
package org.speedwell.bench.htap;

import org.jspecify.annotations.NullMarked;
