package org.speedwell.streaming;

import java.io.Serializable;

/**
 * A source that a job can read again from any position. Jobs with checkpoints need such sources. The same position
 * always yields the same events in the same order.
 *
 * <p>The source defines its positions: a line number, a key, the file and offset of a binlog, or a set of transactions
 * (GTID).
 */
public interface ReplayableSource<T> extends Source<T> {

    /**
     * Returns a description of the data of this source that does not change between starts. A job does not continue
     * from a checkpoint of a source with another description. Empty unless overridden.
     */
    default String definition() {
        return "";
    }

    /** Returns the position after the event polled last, or the start position if none was polled. */
    Serializable position();

    /**
     * Moves to a position that {@link #position} returned, in this process or an earlier one. The engine calls it
     * before the first poll.
     *
     * @throws IllegalArgumentException if the position no longer exists, because the job would lose events
     */
    void seek(Serializable position);
}
