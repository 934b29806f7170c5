package org.speedwell.streaming.window;

import java.util.Arrays;
import org.speedwell.streaming.engine.Batch;

/**
 * What all keys accumulate in one span of time: arrays indexed by the keys' slots. Also the form in which panes are
 * combined into a window. For one thread.
 */
abstract sealed class Pane permits TotalsPane, ObjectPane {
    /** First millisecond. */
    long start;

    /** Events by slot. */
    long[] counts = new long[16];

    /** The slots that have state here, each once. */
    private int[] touched = new int[16];

    private int touches;

    /** Adds events of a batch, whose times are this pane's, and retains the keys that are new to it. */
    abstract void addAll(Batch batch, int from, int to, Keys keys);

    /** Adds one event to this pane and to the window that has taken the pane in. */
    abstract void addTwice(Batch batch, int i, Keys keys, Pane window);

    /** Adds what the other pane, the next part of the same window, has accumulated. */
    abstract void combine(Pane other);

    /** Takes away what the other pane has accumulated. */
    abstract void deduct(Pane other);

    /** The result of a slot that {@link #holds} events. */
    abstract Object result(int slot);

    /** Forgets the state of a slot. */
    abstract void clear(int slot);

    final boolean holds(int slot) {
        return slot < counts.length && counts[slot] > 0;
    }

    final void touch(int slot) {
        if (touches == touched.length) {
            touched = Arrays.copyOf(touched, 2 * touches);
        }
        touched[touches++] = slot;
    }

    final int touches() {
        return touches;
    }

    final int touched(int i) {
        return touched[i];
    }

    /** Forgets everything. */
    final void clear() {
        for (int i = 0; i < touches; i++) {
            clear(touched[i]);
        }
        touches = 0;
    }
}
