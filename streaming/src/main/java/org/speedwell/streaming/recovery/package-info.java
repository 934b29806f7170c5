/**
 * Checkpoints: the coordinator, the participants and the files. Internal.
 *
 * <ul>
 * <li>A checkpoint contains the states of all participants at one barrier, so that it is consistent.
 * <li>A file gets its final name only after it is complete and forced to the disk.
 * <li>A folder belongs to one job at a time. It keeps the two newest checkpoints.
 * <li>A checkpoint that cannot be written does not fail the job. A folder that another job has taken does.
 * <li>State may contain only objects of allowed classes. The filter applies to writing and to reading.
 * </ul>
 *
 * <p>Start at {@link org.speedwell.streaming.recovery.Checkpointer} and
 * {@link org.speedwell.streaming.recovery.Participant}. {@code CheckpointFile} describes the format of a file.
 */
@NullMarked
package org.speedwell.streaming.recovery;

import org.jspecify.annotations.NullMarked;
