/**
 * Metrics of jobs for Micrometer, which the application must provide.
 *
 * <ul>
 * <li>The names of all meters begin with {@code speedwell.streaming}. The name of the job is a tag.
 * <li>The meters of a tasklet have the name of the tasklet as a second tag.
 * <li>A meter reads the job's metrics only when the registry reads the meter. It adds no work to events.
 * <li>A binder registers the tasklets that the job has at the time of the call.
 * </ul>
 *
 * <p>Start at {@link org.speedwell.streaming.micrometer.JobMeters}, the only type of the package.
 */
@NullMarked
package org.speedwell.streaming.micrometer;

import org.jspecify.annotations.NullMarked;
