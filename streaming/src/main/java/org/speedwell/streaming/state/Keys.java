package org.speedwell.streaming.state;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;
import org.speedwell.streaming.engine.Batch;

/**
 * Numbers the keys that have state: a key that comes gets a slot, a small number that indexes arrays. Who keeps state
 * under a slot retains it; when the last has released it, the key is forgotten and the slot used again. For one thread.
 */
public abstract sealed class Keys permits LongKeys, ObjectKeys {
    private final KeyBudget budget;
    private int[] holders = new int[16];
    private int[] free = new int[16];
    private int[] slots = new int[Batch.FULL];
    private int freed;
    private int limit;

    Keys(KeyBudget budget) {
        this.budget = budget;
    }

    /** A table with no keys in it. */
    public static Keys of(boolean objects, KeyBudget budget) {
        return objects ? new ObjectKeys(budget) : new LongKeys(budget);
    }

    /** The slot of the key of a batch's event; a new one, held by nobody, if the key has none. */
    public abstract int slot(Batch batch, int i);

    /** The slot of the key of a batch's event, or −1 if the key has none. */
    public abstract int find(Batch batch, int i);

    /**
     * The slots of the keys of a batch's events, from index {@code from} to {@code to} exclusive, at the same indexes.
     * The array is used again by the next call. One pass over the table alone lets its cache misses overlap.
     */
    public abstract int[] slots(Batch batch, int from, int to);

    /** The key of a slot. */
    public abstract Object key(int slot);

    /** Forgets the key of a slot. */
    abstract void remove(int slot);

    abstract void saveKey(int slot, ObjectOutput out) throws IOException;

    /** The slot of a key that {@link #saveKey} wrote. */
    abstract int restoreKey(ObjectInput in) throws IOException, ClassNotFoundException;

    /** An array for {@link #slots} with an index for each event of a batch. */
    final int[] room(int size) {
        if (size > slots.length) {
            slots = new int[size];
        }
        return slots;
    }

    /** Keeps the key of a slot until it is released as often as it was retained. */
    public final void retain(int slot) {
        holders[slot]++;
    }

    /** Lets go of the key of a slot. */
    public final void release(int slot) {
        if (--holders[slot] == 0) {
            remove(slot);
            if (freed == free.length) {
                free = Arrays.copyOf(free, 2 * freed);
            }
            free[freed++] = slot;
            budget.giveBack();
        }
    }

    /** All slots so far are below this. */
    public final int limit() {
        return limit;
    }

    /** How many keys have a slot. */
    public final int size() {
        return limit - freed;
    }

    /** How many keys must be evicted before the events of a batch may come; 0 where that is not how keys are bounded. */
    public final int excess() {
        return budget.excess(size());
    }

    /** Counts a key that was evicted. */
    public final void evicted() {
        budget.evicted();
    }

    /** Bytes of its arrays of numbers. */
    public long bytes() {
        return (long) Integer.BYTES * (holders.length + free.length + slots.length);
    }

    /** A slot for a new key. */
    final int takeSlot() {
        budget.take();
        if (freed > 0) {
            return free[--freed];
        }
        if (limit == holders.length) {
            holders = Arrays.copyOf(holders, 2 * limit);
        }
        return limit++;
    }

    /**
     * Writes all keys that are held, and numbers them from 0 in the order written.
     *
     * @return the number of each slot, for what is kept by slot to be written with
     */
    public final int[] save(ObjectOutput out) throws IOException {
        int[] numbers = new int[limit];
        int count = 0;
        for (int slot = 0; slot < limit; slot++) {
            if (holders[slot] > 0) {
                numbers[slot] = count++;
            }
        }
        out.writeInt(count);
        for (int slot = 0; slot < limit; slot++) {
            if (holders[slot] > 0) {
                saveKey(slot, out);
            }
        }
        return numbers;
    }

    /** Reads keys; the slot of each is the number under which it was written. They are to be retained by their owners. */
    public final void restore(ObjectInput in) throws IOException, ClassNotFoundException {
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            if (restoreKey(in) != i) {
                throw new IOException("A key is in the checkpoint twice.");
            }
        }
    }
}
