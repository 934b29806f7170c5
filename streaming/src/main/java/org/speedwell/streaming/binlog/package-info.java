/**
 * Committed changes of a database as a source of events.
 *
 * <ul>
 * <li>Each changed row is one event. The changes of a transaction follow one another, in commit order.
 * <li>A virtual thread reads the binlog ahead; the job's thread only polls a bounded queue.
 * <li>The position counts the delivered changes after a whole transaction. A restart therefore continues at the exact
 * change.
 * <li>An error of the change stream ends the job. The source never skips a change silently.
 * </ul>
 *
 * <p>Start at {@link BinlogSource}, then read {@code ChangeReader} for the thread that reads ahead.
 */
@NullMarked
package org.speedwell.streaming.binlog;

import org.jspecify.annotations.NullMarked;
