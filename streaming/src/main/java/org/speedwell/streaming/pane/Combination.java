package org.speedwell.streaming.pane;

import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.state.Keys;

/**
 * A strategy that combines panes into a window. It combines a range of slots at a time, because a window may have
 * millions of keys. The panes must not change between {@link #begin} and the last range. For one thread.
 */
abstract sealed class Combination {
    static final long NOTHING = Long.MIN_VALUE;

    /**
     * Begins the window that ends at a time. The first of the panes must have events of the window. A slot of the
     * returned window is valid after {@link #combine} has combined it.
     */
    abstract Pane begin(Panes panes, long end);

    /** Combines a range of slots of the window that has begun. The range ends before {@code to}. */
    void combine(Panes panes, int from, int to) {}

    /**
     * Adds an event both to its pane and to a running window that already contains the pane. Returns false and does
     * nothing if there is no such window.
     */
    boolean addToBoth(Pane pane, Batch batch, int event, Keys keys) {
        return false;
    }

    /** Removes an evicted key. */
    void evict(int slot) {}

    /** Deducts a range of slots of a pane that no later window needs. */
    void deduct(Pane pane, int from, int to) {}

    /**
     * Returns the end of the panes in the running window, which contains all panes that start before it. Returns
     * {@link #NOTHING} if there is no running window.
     */
    long combinedTo() {
        return NOTHING;
    }

    /** Restores the running window of a saved operator, with all slots below {@code limit}. */
    void restore(Panes panes, long saved, int limit) {}

    /** Returns the number of bytes, without those of the panes. */
    long bytes() {
        return 0;
    }

    /** A strategy for tumbling windows, which consist of one pane. */
    static final class Single extends Combination {
        @Override
        Pane begin(Panes panes, long end) {
            return panes.get(0);
        }
    }

    /** A strategy that combines all panes of each window again. */
    static final class Recombining extends Combination {
        private final Pane window;

        /** The number of panes of the window that has begun. */
        private int count;

        Recombining(Pane empty) {
            this.window = empty;
        }

        @Override
        Pane begin(Panes panes, long end) {
            count = panes.before(end);
            return window;
        }

        @Override
        void combine(Panes panes, int from, int to) {
            window.clear(from, to);
            for (int i = 0; i < count; i++) {
                window.combine(panes.get(i), from, to);
            }
        }

        @Override
        long bytes() {
            return window.bytes();
        }
    }

    /** A strategy with one running window. It adds each new pane and deducts each old one. */
    static final class Running extends Combination {
        private final Pane window;
        private long combinedTo = NOTHING;

        /** The indexes of the first new pane of the window that has begun, and of the pane after its last. */
        private int first;

        private int last;

        Running(Pane empty) {
            this.window = empty;
        }

        @Override
        Pane begin(Panes panes, long end) {
            first = panes.before(combinedTo);
            last = panes.before(end);
            combinedTo = end;
            return window;
        }

        @Override
        void combine(Panes panes, int from, int to) {
            for (int i = first; i < last; i++) {
                window.combine(panes.get(i), from, to);
            }
        }

        @Override
        boolean addToBoth(Pane pane, Batch batch, int event, Keys keys) {
            if (pane.start >= combinedTo) {
                return false;
            }
            pane.addTwice(batch, event, keys, window);
            return true;
        }

        @Override
        void evict(int slot) {
            window.clear(slot);
        }

        @Override
        void deduct(Pane pane, int from, int to) {
            window.deduct(pane, from, to);
        }

        @Override
        long combinedTo() {
            return combinedTo;
        }

        @Override
        void restore(Panes panes, long saved, int limit) {
            window.clear(0, limit); // a restore of several parts combines all panes each time
            combinedTo = NOTHING;
            begin(panes, saved);
            combine(panes, 0, limit);
        }

        @Override
        long bytes() {
            return window.bytes();
        }
    }
}
