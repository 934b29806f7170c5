/**
 * The events that jobs write to a recording of the JDK's Flight Recorder. Internal.
 *
 * <ul>
 * <li>The names of all events begin with {@code speedwell.streaming}.
 * <li>Events of progress and load are periodic. The recording decides the period, which is one second by default.
 * <li>Events of status and checkpoints occur when a job changes its status or writes a checkpoint.
 * <li>Every event contains the name of its job.
 * </ul>
 *
 * <p>Start at {@link org.speedwell.streaming.recording.JobStatusEvent} and
 * {@link org.speedwell.streaming.recording.JobProgressEvent}.
 */
@NullMarked
package org.speedwell.streaming.recording;

import org.jspecify.annotations.NullMarked;
