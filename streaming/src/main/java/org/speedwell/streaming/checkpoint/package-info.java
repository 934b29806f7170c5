/**
 * The public types about checkpoints of jobs.
 *
 * <ul>
 * <li>A {@link CheckpointMetrics} reports the number, size and duration of checkpoints.
 * <li>A {@link CheckpointException} tells why a job cannot save its state or continue, and how to fix it.
 * <li>The code that writes and reads checkpoints is in the package {@code recovery}.
 * </ul>
 *
 * <p>Start at {@link CheckpointMetrics}.
 */
@NullMarked
package org.speedwell.streaming.checkpoint;

import org.jspecify.annotations.NullMarked;
