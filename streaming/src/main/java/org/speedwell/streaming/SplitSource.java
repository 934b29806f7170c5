package org.speedwell.streaming;

import java.time.Duration;

/**
 * A source of several splits, such as the partitions of a topic. Each split has its own order, and the source delivers
 * the splits in any order. The engine therefore keeps a watermark for each split. The watermark of the source is the
 * least of those whose splits are not idle. An event within the lag of its split is then never late, whichever split
 * the source reads first. {@link EventTime#idleAfter} applies to each split.
 *
 * <p>Splits have numbers from 0. A new split gets the next number, and a position keeps the numbers.
 */
public interface SplitSource<T> extends Source<T> {

    /** The state of a split. */
    enum State {
        /** The split has more events, or may have more. It holds back the watermark. */
        READING,
        /** The split has no events now. After {@link EventTime#idleAfter} it no longer holds back the watermark. */
        EMPTY,
        /** The split has delivered all events and no more will arrive. It does not hold back the watermark. */
        EXHAUSTED
    }

    /** Returns the number of the split of the event polled last. */
    int split();

    /**
     * Returns the number of splits, or −1 while the source does not know it. The number never falls, and only changes
     * during {@link #poll}. A new split holds back the watermark until its first event, unless the source is idle.
     */
    int splits();

    /**
     * Returns the state of a split. A split whose origin cannot be reached is {@link State#READING}, as it may have
     * events.
     */
    State state(int split);

    /**
     * Asks the source to read no more of a split for now, or to continue with it. The source may still deliver events
     * that it has read.
     */
    void pause(int split, boolean paused);

    /**
     * Returns the event time by which a split may be ahead of the slowest one that has more events. The engine pauses
     * splits that are further ahead, because their events would fill windows.
     */
    Duration maxAhead();
}
