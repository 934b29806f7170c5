package org.speedwell.streaming.state;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.HashMixer;

/**
 * Slots of {@code long} keys. Where keys lie close together, as the ids of a table do, their slots are in an array that
 * is indexed by the key: a quarter of the memory of a hash table, and of the cache. All others are in a table with open
 * addressing and linear probing, key and slot side by side so that a look-up touches one cache line. Removal shifts back
 * what follows (Knuth, The Art of Computer Programming 6.4, algorithm R): no tombstones. The array begins around the first
 * key; when the table is full, it is seen anew which way the keys are to be kept.
 */
public final class LongKeys extends Keys {
    /** Keys are close if one in so many is there: the array is not larger then than the table would be. */
    private static final int CLOSE = 4;

    private static final int SMALLEST = 64;

    /** By key, from {@link #first} on, its slot plus one; 0 where there is none. Empty until the first key comes. */
    private int[] close = new int[0];

    private long first;

    /** At 2i a key, at 2i + 1 its slot plus one; 0 there means empty. */
    private long[] table = new long[SMALLEST];

    /** How many keys are in the table. */
    private int hashed;

    private long[] keys = new long[16];

    /** A table with no keys in it. */
    public LongKeys(KeyBudget budget) {
        super(budget);
    }

    @Override
    public int slot(Batch batch, int i) {
        return slot(batch.keys[i]);
    }

    /** The slot of a key that lies close to others, or −1: it has none then, or is in the table. */
    public int near(long key) {
        int[] array = close;
        long at = key - first;
        return Long.compareUnsigned(at, array.length) < 0 ? array[(int) at] - 1 : -1;
    }

    @Override
    public int find(Batch batch, int i) {
        long key = batch.keys[i];
        if (isClose(key)) {
            return close[(int) (key - first)] - 1;
        }
        return (int) table[probe(key) + 1] - 1;
    }

    @Override
    public int[] slots(Batch batch, int from, int to) {
        int[] slots = room(to);
        long[] batchKeys = batch.keys;
        int[] array = close;
        long base = first;
        for (int i = from; i < to; i++) {
            long at = batchKeys[i] - base;
            int found = Long.compareUnsigned(at, array.length) < 0 ? array[(int) at] : 0;
            if (found != 0) {
                slots[i] = found - 1;
            } else {
                slots[i] = slot(batchKeys[i]);
                array = close; // which a new key may have moved
                base = first;
            }
        }
        return slots;
    }

    /** The slot of a key; a new one, held by nobody, if it has none. */
    public int slot(long key) {
        int found = isClose(key) ? close[(int) (key - first)] : (int) table[probe(key) + 1];
        return found == 0 ? add(key) : found - 1;
    }

    /** Whether the array has a place for a key; differences that overflow are those of no place. */
    private boolean isClose(long key) {
        return Long.compareUnsigned(key - first, close.length) < 0;
    }

    /** Where in the table a key is, or else would be. */
    private int probe(long key) {
        long[] entries = table;
        int mask = entries.length - 2;
        int at = home(key, mask);
        while (entries[at + 1] != 0 && entries[at] != key) {
            at = (at + 2) & mask;
        }
        return at;
    }

    @Override
    public Long key(int slot) {
        return number(slot);
    }

    /** The key of a slot, not boxed. */
    public long number(int slot) {
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
        long key = keys[slot];
        if (isClose(key)) {
            close[(int) (key - first)] = 0;
            return;
        }
        int mask = table.length - 2;
        int hole = probe(key);
        for (int at = (hole + 2) & mask; table[at + 1] != 0; at = (at + 2) & mask) {
            // An entry may move back to the hole unless its home lies behind the hole
            if (((at - home(table[at], mask)) & mask) >= ((at - hole) & mask)) {
                table[hole] = table[at];
                table[hole + 1] = table[at + 1];
                hole = at;
            }
        }
        table[hole + 1] = 0;
        hashed--;
    }

    @Override
    public long bytes() {
        return super.bytes() + (long) Integer.BYTES * close.length + (long) Long.BYTES * (table.length + keys.length);
    }

    private int add(long key) {
        int slot = takeSlot();
        if (slot >= keys.length) {
            keys = Arrays.copyOf(keys, Math.max(2 * keys.length, slot + 1));
        }
        keys[slot] = key;
        if (close.length == 0) {
            close = new int[SMALLEST];
            first = key - SMALLEST / 2;
        }
        put(key, slot + 1);
        if (hashed > table.length / 4) {
            makeRoom();
        }
        return slot;
    }

    private void put(long key, long slotPlusOne) {
        if (isClose(key)) {
            close[(int) (key - first)] = (int) slotPlusOne;
            return;
        }
        int at = probe(key);
        table[at] = key;
        table[at + 1] = slotPlusOne;
        hashed++;
    }

    /** Moves all keys to the array if they are close to each other, else those of the table to one of twice the size. */
    private void makeRoom() {
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        for (int i = 0; i < table.length; i += 2) {
            if (table[i + 1] != 0) {
                least = Math.min(least, table[i]);
                greatest = Math.max(greatest, table[i]);
            }
        }
        for (int i = 0; i < close.length; i++) {
            if (close[i] != 0) {
                least = Math.min(least, first + i);
                greatest = Math.max(greatest, first + i);
            }
        }
        long span = greatest - least + 1;
        boolean areClose = span > 0 && span <= (long) CLOSE * size() && 2 * span < Integer.MAX_VALUE;
        int[] oldClose = close;
        long oldFirst = first;
        long[] oldTable = table;
        if (areClose) {
            close = new int[(int) (2 * span)];
            first = least - span / 2; // as much room below as above
        }
        table = new long[areClose ? SMALLEST : 2 * oldTable.length];
        hashed = 0;
        for (int i = 0; areClose && i < oldClose.length; i++) {
            if (oldClose[i] != 0) {
                put(oldFirst + i, oldClose[i]);
            }
        }
        for (int i = 0; i < oldTable.length; i += 2) {
            if (oldTable[i + 1] != 0) {
                put(oldTable[i], oldTable[i + 1]);
            }
        }
    }

    private static int home(long key, int mask) {
        return ((int) HashMixer.seeded(key) << 1) & mask;
    }
}
