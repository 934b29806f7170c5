package org.speedwell.streaming.keyed;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Mix;

/**
 * Slots of {@code long} keys: open addressing with linear probing, key and slot side by side so that a look-up touches
 * one cache line. Removal shifts back what follows (Knuth, The Art of Computer Programming 6.4, algorithm R): no
 * tombstones.
 */
final class LongKeys extends Keys {
    /** At 2i a key, at 2i + 1 its slot plus one; 0 there means empty. */
    private long[] table = new long[64];

    private long[] keys = new long[16];

    LongKeys(KeyBudget budget) {
        super(budget);
    }

    @Override
    public int slot(Batch batch, int i) {
        return slot(batch.keys[i]);
    }

    @Override
    public int find(Batch batch, int i) {
        long key = batch.keys[i];
        int mask = table.length - 2;
        for (int at = home(key, mask); table[at + 1] != 0; at = (at + 2) & mask) {
            if (table[at] == key) {
                return (int) table[at + 1] - 1;
            }
        }
        return -1;
    }

    @Override
    public int[] slots(Batch batch, int from, int to) {
        int[] slots = room(to);
        long[] batchKeys = batch.keys;
        for (int i = from; i < to; i++) {
            slots[i] = slot(batchKeys[i]);
        }
        return slots;
    }

    int slot(long key) {
        long[] entries = table;
        int mask = entries.length - 2;
        int at = home(key, mask);
        while (entries[at + 1] != 0) {
            if (entries[at] == key) {
                return (int) entries[at + 1] - 1;
            }
            at = (at + 2) & mask;
        }
        return add(key, at);
    }

    @Override
    public Long key(int slot) {
        return keys[slot];
    }

    @Override
    void saveKey(int slot, ObjectOutput out) throws IOException {
        out.writeLong(keys[slot]);
    }

    @Override
    int restoreKey(ObjectInput in) throws IOException {
        return slot(in.readLong());
    }

    @Override
    void remove(int slot) {
        int mask = table.length - 2;
        int hole = home(keys[slot], mask);
        while (table[hole + 1] != slot + 1) {
            hole = (hole + 2) & mask;
        }
        for (int at = (hole + 2) & mask; table[at + 1] != 0; at = (at + 2) & mask) {
            // An entry may move back to the hole unless its home lies behind the hole
            if (((at - home(table[at], mask)) & mask) >= ((at - hole) & mask)) {
                table[hole] = table[at];
                table[hole + 1] = table[at + 1];
                hole = at;
            }
        }
        table[hole + 1] = 0;
    }

    @Override
    public long bytes() {
        return super.bytes() + (long) Long.BYTES * (table.length + keys.length);
    }

    private int add(long key, int at) {
        int slot = takeSlot();
        if (slot >= keys.length) {
            keys = Arrays.copyOf(keys, Math.max(2 * keys.length, slot + 1));
        }
        keys[slot] = key;
        table[at] = key;
        table[at + 1] = slot + 1L;
        if (size() > table.length / 4) {
            grow();
        }
        return slot;
    }

    private void grow() {
        long[] old = table;
        table = new long[2 * old.length];
        int mask = table.length - 2;
        for (int i = 0; i < old.length; i += 2) {
            if (old[i + 1] != 0) {
                int at = home(old[i], mask);
                while (table[at + 1] != 0) {
                    at = (at + 2) & mask;
                }
                table[at] = old[i];
                table[at + 1] = old[i + 1];
            }
        }
    }

    private static int home(long key, int mask) {
        return ((int) Mix.mix(key) << 1) & mask;
    }
}
