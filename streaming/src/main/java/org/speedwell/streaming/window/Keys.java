package org.speedwell.streaming.window;

import java.util.Arrays;
import org.speedwell.streaming.engine.Batch;

/**
 * Numbers the keys that have state: a key that comes gets a slot, a small number that indexes arrays. Who keeps state
 * under a slot retains it; when the last has released it, the key is forgotten and the slot used again. For one thread.
 */
abstract sealed class Keys permits LongKeys, ObjectKeys {
    private final KeyBudget budget;
    private int[] holders = new int[16];
    private int[] free = new int[16];
    private int[] slots = new int[Batch.FULL];
    private int freed;
    private int limit;

    Keys(KeyBudget budget) {
        this.budget = budget;
    }

    static Keys of(boolean objects, KeyBudget budget) {
        return objects ? new ObjectKeys(budget) : new LongKeys(budget);
    }

    /** The slot of the key of a batch's event; a new one, held by nobody, if the key has none. */
    abstract int slot(Batch batch, int i);

    /**
     * The slots of the keys of a batch's events, from index {@code from} to {@code to} exclusive, at the same indexes.
     * The array is used again by the next call. One pass over the table alone lets its cache misses overlap.
     */
    abstract int[] slots(Batch batch, int from, int to);

    /** The key of a slot. */
    abstract Object key(int slot);

    /** Forgets the key of a slot. */
    abstract void remove(int slot);

    /** An array for {@link #slots} with an index for each event of a batch. */
    final int[] room(int size) {
        if (size > slots.length) {
            slots = new int[size];
        }
        return slots;
    }

    final void retain(int slot) {
        holders[slot]++;
    }

    final void release(int slot) {
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
    final int limit() {
        return limit;
    }

    /** How many keys have a slot. */
    final int size() {
        return limit - freed;
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
}
