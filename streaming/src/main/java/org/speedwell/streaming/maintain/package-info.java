/**
 * The changes of a maintained query as a source of events.
 *
 * <ul>
 * <li>The first event has the current result, and each later one a result that differs from the one before.
 * <li>The store calls a subscriber, which adds the changes to a bounded queue. The job's thread only polls that queue.
 * <li>The position is the last delivered result. A restart continues with the difference to the current result.
 * <li>The end of the query ends the source. A failure of the query ends the job.
 * </ul>
 *
 * <p>Start at {@link MaintainedSource}, then read {@code ResultReader} for the subscriber.
 */
@NullMarked
package org.speedwell.streaming.maintain;

import org.jspecify.annotations.NullMarked;
