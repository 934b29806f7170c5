package org.speedwell.streaming;

import java.io.Serializable;

/**
 * A source that can be read again from any place: what a job with checkpoints needs. The same position always gives the
 * same events in the same order.
 *
 * <p>What a position is, is the source's affair: a line number, a key, the file and offset of a binlog or the set of
 * transactions seen (GTID).
 */
public interface ReplayableSource<T> extends Source<T> {

    /**
     * What this source reads, in words that are the same from start to start: a job does not go on from a checkpoint
     * where its positions were those of something else. Empty unless overridden.
     */
    default String definition() {
        return "";
    }

    /** The place behind the event polled last, or where reading begins if none was. */
    Serializable position();

    /**
     * Goes to a place that {@link #position} gave, in this process or one before; called before the first poll.
     *
     * @throws IllegalArgumentException if there is no such place any more: events would be lost
     */
    void seek(Serializable position);
}
