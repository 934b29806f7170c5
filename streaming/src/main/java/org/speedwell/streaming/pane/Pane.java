package org.speedwell.streaming.pane;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.BitSet;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.state.Keys;

/**
 * What all keys accumulate in one span of time: arrays indexed by the keys' slots. Also the form in which panes are
 * combined into a window. For one thread.
 */
abstract sealed class Pane permits TotalsPane, IntegralPane, ObjectPane {
    /** First millisecond. */
    long start;

    /** Events by slot. */
    final Counts counts = new Counts();

    /** The slots that have state here: a bit each, as most keys have state in most panes. */
    private final BitSet touched = new BitSet();

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

    /** Bytes of its arrays of numbers. */
    long bytes() {
        return counts.bytes() + touched.size() / Byte.SIZE;
    }

    final boolean holds(int slot) {
        return counts.get(slot) > 0;
    }

    /** Marks a slot as having state here; whether it had none. */
    final boolean touch(int slot) {
        boolean isNew = !touched.get(slot);
        touched.set(slot);
        return isNew;
    }

    /** The first slot from this one on that has state here, or −1. */
    final int next(int from) {
        return touched.nextSetBit(from);
    }

    /** Forgets the slots that are marked, and releases their keys. */
    final void evict(BitSet marked, Keys keys) {
        for (int slot = next(0); slot >= 0; slot = next(slot + 1)) {
            if (marked.get(slot)) {
                clear(slot);
                touched.clear(slot);
                keys.release(slot);
            }
        }
    }

    /** Writes what it holds, with each slot's number in its place. */
    final void save(int[] numbers, ObjectOutput out) throws IOException {
        out.writeLong(start);
        out.writeInt(touched.cardinality());
        for (int slot = next(0); slot >= 0; slot = next(slot + 1)) {
            out.writeInt(numbers[slot]);
            saveSlot(slot, out);
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
    void clear() {
        counts.clear();
        touched.clear();
    }
}
