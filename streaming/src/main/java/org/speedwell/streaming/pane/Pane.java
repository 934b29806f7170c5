package org.speedwell.streaming.pane;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.BitSet;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.state.Keys;

/**
 * The accumulated values of all keys in one span of time, in arrays indexed by the slots of the keys. A combination of
 * panes, that is a window, has the same form. For one thread.
 */
abstract sealed class Pane permits TotalsPane, IntegralPane, ObjectPane {
    /** The first millisecond of the pane. */
    long start;

    /** The number of events of each slot. */
    final Counts counts = new Counts();

    /**
     * The slots that have state in this pane. A bit for each slot suffices, because most keys have state in most panes.
     */
    private final BitSet touched = new BitSet();

    /** Adds events of a batch whose times are in this pane. Retains the keys that are new to the pane. */
    abstract void addAll(Batch batch, int from, int to, Keys keys);

    /** Adds one event to this pane and to the window that already contains the pane. */
    abstract void addTwice(Batch batch, int i, Keys keys, Pane window);

    /**
     * Adds the values of another pane, which is the next part of the same window. Adds only a range of slots, which ends
     * before {@code to}.
     */
    abstract void combine(Pane other, int from, int to);

    /** Deducts the values of another pane for a range of slots, which ends before {@code to}. */
    abstract void deduct(Pane other, int from, int to);

    /** Returns the result of a slot that {@link #holds} events. */
    abstract Object result(int slot);

    /** Removes the state of a slot. */
    final void clear(int slot) {
        clear(slot, slot + 1);
    }

    /** Removes the state of a range of slots, which ends before {@code to}. */
    void clear(int from, int to) {
        counts.clear(from, to);
    }

    abstract void saveSlot(int slot, ObjectOutput out) throws IOException;

    /** Restores the state that {@link #saveSlot} wrote. */
    abstract void restoreSlot(int slot, ObjectInput in) throws IOException, ClassNotFoundException;

    /** Returns the bytes of the primitive arrays. */
    long bytes() {
        return counts.bytes() + touched.size() / Byte.SIZE;
    }

    final boolean holds(int slot) {
        return counts.get(slot) > 0;
    }

    /** Marks a slot as having state, and returns whether it had none before. */
    final boolean touch(int slot) {
        boolean isNew = !touched.get(slot);
        touched.set(slot);
        return isNew;
    }

    /** Returns the first slot at or after {@code from} that has state, or −1. */
    final int next(int from) {
        return touched.nextSetBit(from);
    }

    /** Removes the state of the marked slots and releases their keys. */
    final void evict(BitSet marked, Keys keys) {
        for (int slot = next(0); slot >= 0; slot = next(slot + 1)) {
            if (marked.get(slot)) {
                clear(slot);
                touched.clear(slot);
                keys.release(slot);
            }
        }
    }

    /** Writes the state. The array contains the number that replaces each slot. */
    final void save(int[] numbers, ObjectOutput out) throws IOException {
        out.writeLong(start);
        out.writeInt(touched.cardinality());
        for (int slot = next(0); slot >= 0; slot = next(slot + 1)) {
            out.writeInt(numbers[slot]);
            saveSlot(slot, out);
        }
    }

    /** Reads the state of a slot that {@link #save} wrote, and retains its key. */
    final void restore(int slot, Keys keys, ObjectInput in) throws IOException, ClassNotFoundException {
        if (touch(slot)) {
            keys.retain(slot);
        }
        restoreSlot(slot, in);
    }

    /** Makes the pane reusable after the state of all slots has been removed. */
    void recycle() {
        counts.freeHigherBits();
        touched.clear();
    }
}
