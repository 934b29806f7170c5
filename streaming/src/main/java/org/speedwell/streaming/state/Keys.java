package org.speedwell.streaming.state;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;
import java.util.BitSet;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Outbox;

/**
 * A table of the keys that have state. Each key has a slot, a small number that indexes arrays. An owner of state
 * retains the slot. After the last owner has released it, the table removes the key and reuses the slot. For one
 * thread.
 */
public abstract sealed class Keys permits LongKeys, ObjectKeys {
    private final KeyBudget budget;
    private int[] holders = new int[16];
    private int[] free = new int[16];
    private int[] slots = new int[Batch.FULL];
    private int freed;
    private int limit;

    /** The part of the keys that this table serves, and the number of parts. */
    private int part;

    private int parts = 1;

    Keys(KeyBudget budget) {
        this.budget = budget;
    }

    /** Creates an empty table. */
    public static Keys of(boolean objects, KeyBudget budget) {
        return objects ? new ObjectKeys(budget) : new LongKeys(budget);
    }

    /** Returns the slot of the key of a batch's event. A new key gets a new slot, which no owner retains yet. */
    public abstract int slot(Batch batch, int i);

    /** Returns the slot of the key of a batch's event, or −1 if it has none. */
    public abstract int find(Batch batch, int i);

    /**
     * Returns the slots of the keys of a range of a batch's events, at the same indexes. The range ends before
     * {@code to}. New keys get new slots. The next call reuses the array. A separate pass over the table lets its cache
     * misses overlap.
     */
    public abstract int[] slots(Batch batch, int from, int to);

    /** Returns the key of a slot. */
    public abstract Object key(int slot);

    /** Removes the key of a slot. */
    abstract void remove(int slot);

    abstract void saveKey(int slot, ObjectOutput out) throws IOException;

    /** Returns the slot of a key that {@link #saveKey} wrote, or −1 if another part serves the key. */
    abstract int restoreKey(ObjectInput in) throws IOException, ClassNotFoundException;

    /** Returns an array for {@link #slots} with at least {@code size} elements. */
    final int[] room(int size) {
        if (size > slots.length) {
            slots = new int[size];
        }
        return slots;
    }

    /** Retains the key of a slot. The key remains until it is released as often as it was retained. */
    public final void retain(int slot) {
        holders[slot]++;
    }

    /** Releases the key of a slot. */
    public final void release(int slot) {
        if (--holders[slot] == 0) {
            remove(slot);
            if (freed == free.length) {
                free = Arrays.copyOf(free, 2 * freed);
            }
            free[freed++] = slot;
            budget.release();
        }
    }

    /** Returns a number that is greater than all slots in use so far. */
    public final int limit() {
        return limit;
    }

    /** Returns the number of keys that have a slot. */
    public final int size() {
        return limit - freed;
    }

    /**
     * Returns the number of keys that the operator must evict before it accepts more events. Returns 0 if the budget
     * does not evict keys.
     */
    public final int excess() {
        return budget.excess(size());
    }

    /** Counts an eviction of a key. */
    public final void evicted() {
        budget.evicted();
    }

    /** Returns the bytes of the primitive arrays. */
    public long bytes() {
        return (long) Integer.BYTES * (holders.length + free.length + slots.length);
    }

    /** Returns a slot for a new key. */
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
     * Writes all retained keys, and numbers them from 0 in the order of writing.
     *
     * @return the number of each slot, which replaces the slot in saved state
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

    /**
     * Limits the keys to those that senders send to one of several receivers. {@link #restore} then skips all others.
     *
     * @param receiver the number of the receiver, from 0
     */
    public final Keys ofReceiver(int receiver, int receivers) {
        part = receiver;
        parts = receivers;
        return this;
    }

    /** Returns whether this part serves the keys with a hash. */
    final boolean isOwn(long hash) {
        return parts == 1 || Outbox.receiver(parts, hash) == part;
    }

    /**
     * Reads the keys that {@link #save} wrote, and adds those that this part serves. The owners must then retain them.
     *
     * @return the slot of each number that {@code save} gave, or −1 if another part serves the key
     */
    public final int[] restore(ObjectInput in) throws IOException, ClassNotFoundException {
        int[] found = new int[in.readInt()];
        BitSet known = new BitSet();
        for (int i = 0; i < found.length; i++) {
            found[i] = restoreKey(in);
            if (found[i] >= 0) {
                if (known.get(found[i])) {
                    throw new IOException("The checkpoint contains a key twice.");
                }
                known.set(found[i]);
            }
        }
        return found;
    }
}
