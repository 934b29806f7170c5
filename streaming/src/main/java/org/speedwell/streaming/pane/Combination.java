package org.speedwell.streaming.pane;

import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.state.Keys;

/** How a window is had of its panes. For one thread. */
abstract sealed class Combination {
    static final long NOTHING = Long.MIN_VALUE;

    /** The window that ends at a time, of panes of which the first has events of it. */
    abstract Pane window(Panes panes, long end);

    /** Adds an event of a pane that a combined window has taken already to both, if there is such a window. */
    boolean addToBoth(Pane pane, Batch batch, int event, Keys keys) {
        return false;
    }

    /** A key that is evicted. */
    void evict(int slot) {}

    /** A pane that no later window needs. */
    void remove(Pane pane) {}

    /** The window that goes on has all panes that start before it; {@link #NOTHING} where none goes on. */
    long combinedTo() {
        return NOTHING;
    }

    /** Goes on where a saved one stopped. */
    void restore(Panes panes, long saved) {}

    /** Bytes beside those of the panes. */
    long bytes() {
        return 0;
    }

    /** A tumbling window is its only pane. */
    static final class Single extends Combination {
        @Override
        Pane window(Panes panes, long end) {
            return panes.get(0);
        }
    }

    /** The panes of each window are combined anew. */
    static final class Anew extends Combination {
        private final Pane window;

        Anew(Pane empty) {
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

    /** One window runs along: the panes ahead are combined into it, those behind are deducted. */
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
