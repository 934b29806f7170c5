package org.speedwell.streaming;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

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

        /** True if the event has joined another. */
        boolean isJoined;

        /** The joined events. It stays empty if the results are pairs. */
        final TimedRows<U> group = new TimedRows<>();

        Left(T event, long time, long start) {
            this.event = event;
            this.time = time;
            this.start = start;
        }

        List<U> others() {
            List<U> all = new ArrayList<>(group.size());
            for (int i = 0; i < group.size(); i++) {
                all.add(group.get(i));
            }
            return List.copyOf(all);
        }
    }

    boolean isEmpty() {
        return lefts.isEmpty() && others.isEmpty();
    }
}
