package org.speedwell.streaming;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** The state of one key in an {@link IntervalJoin}. */
final class IntervalState<T, U> implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The events, sorted by the end of their interval. */
    final TimedRows<Left<T, U>> lefts = new TimedRows<>();

    final TimedRows<U> others = new TimedRows<>();

    /** An event with its interval, and the others that it has joined so far. */
    static final class Left<T, U> implements Serializable {
        private static final long serialVersionUID = 1L;

        final T event;
        final long time;
        final long start;

        /** The last time of the interval. */
        final long last;

        /** True if the event has joined another. */
        boolean isJoined;

        /** The joined events; null if the results are pairs. */
        final @Nullable TimedRows<U> group;

        Left(T event, long time, long start, long last, boolean isGroup) {
            this.event = event;
            this.time = time;
            this.start = start;
            this.last = last;
            this.group = isGroup ? new TimedRows<>() : null;
        }
    }

    boolean isEmpty() {
        return lefts.isEmpty() && others.isEmpty();
    }
}
