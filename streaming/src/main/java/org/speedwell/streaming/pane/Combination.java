package org.speedwell.streaming.pane;

import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.state.Keys;

/** A strategy that combines panes into a window. For one thread. */
abstract sealed class Combination {
    static final long NOTHING = Long.MIN_VALUE;

    /** Returns the window that ends at a time. The first of the panes must have events of the window. */
    abstract Pane window(Panes panes, long end);

    /**
     * Adds an event both to its pane and to a running window that already contains the pane. Returns false and does
     * nothing if there is no such window.
     */
    boolean addToBoth(Pane pane, Batch batch, int event, Keys keys) {
        return false;
    }

    /** Removes an evicted key. */
    void evict(int slot) {}

    /** Removes a pane that no later window needs. */
    void remove(Pane pane) {}

    /**
     * Returns the end of the panes in the running window, which contains all panes that start before it. Returns
     * {@link #NOTHING} if there is no running window.
     */
    long combinedTo() {
        return NOTHING;
    }

    /** Restores the running window of a saved operator. */
    void restore(Panes panes, long saved) {}

    /** Returns the number of bytes, without those of the panes. */
    long bytes() {
        return 0;
    }

    /** A strategy for tumbling windows, which consist of one pane. */
    static final class Single extends Combination {
        @Override
        Pane window(Panes panes, long end) {
            return panes.get(0);
        }
    }

    /** A strategy that combines all panes of each window again. */
    static final class Recombining extends Combination {
        private final Pane window;

        Recombining(Pane empty) {
            this.window = empty;
        }

        @Override
        Pane window(Panes panes, long end) {
            window.clear();
            for (int i = 0; i < panes.size() && panes.get(i).start < end; i++) {
                window.combine(panes.get(i));
            }
            return window;
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

        Running(Pane empty) {
            this.window = empty;
        }

        @Override
        Pane window(Panes panes, long end) {
            for (int i = 0; i < panes.size() && panes.get(i).start < end; i++) {
                if (panes.get(i).start >= combinedTo) {
                    window.combine(panes.get(i));
                }
            }
            combinedTo = end;
            return window;
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
            if (window.holds(slot)) {
                window.clear(slot);
            }
        }

        @Override
        void remove(Pane pane) {
            window.deduct(pane);
        }

        @Override
        long combinedTo() {
            return combinedTo;
        }

        @Override
        void restore(Panes panes, long saved) {
            combinedTo = saved;
            for (int i = 0; i < panes.size() && panes.get(i).start < combinedTo; i++) {
                window.combine(panes.get(i));
            }
        }

        @Override
        long bytes() {
            return window.bytes();
        }
    }
}
