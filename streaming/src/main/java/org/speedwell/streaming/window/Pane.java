package org.speedwell.streaming.window;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.keyed.Keys;

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

    abstract void saveSlot(int slot, ObjectOutput out) throws IOException;

    /** Takes over what a slot had when it was saved. */
    abstract void restoreSlot(int slot, ObjectInput in) throws IOException, ClassNotFoundException;

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

    /** Forgets the slots that are marked, and releases their keys. */
    final void evict(boolean[] marked, Keys keys) {
        int kept = 0;
        for (int i = 0; i < touches; i++) {
            int slot = touched[i];
            if (marked[slot]) {
                clear(slot);
                keys.release(slot);
            } else {
                touched[kept++] = slot;
            }
        }
        touches = kept;
    }

    /** Writes what it holds, with each slot's number in its place. */
    final void save(int[] numbers, ObjectOutput out) throws IOException {
        out.writeLong(start);
        out.writeInt(touches);
        for (int i = 0; i < touches; i++) {
            out.writeInt(numbers[touched[i]]);
            saveSlot(touched[i], out);
        }
    }

    /** Reads what was saved after the start, and retains its keys. */
    final void restore(Keys keys, ObjectInput in) throws IOException, ClassNotFoundException {
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            int slot = in.readInt();
            restoreSlot(slot, in);
            touch(slot);
            keys.retain(slot);
        }
    }

    /** Forgets everything. */
    final void clear() {
        for (int i = 0; i < touches; i++) {
            clear(touched[i]);
        }
        touches = 0;
    }
}
