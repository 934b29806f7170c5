/**
 * The results of a job as columns, for streams to query.
 *
 * <ul>
 * <li>A view shows one complete set of results: all rows of one event time.
 * <li>A reader sees all rows of a set or none. It takes no lock and never waits for the job.
 * <li>A view never goes back to an older set. It counts late rows and does not show them.
 * <li>A view is the sink of one job at a time. It keeps its rows after the job has ended.
 * <li>Each row that a stream returns is a new object.
 * </ul>
 *
 * <p>Start at {@link org.speedwell.streaming.view.View}.
 */
@NullMarked
package org.speedwell.streaming.view;

import org.jspecify.annotations.NullMarked;
