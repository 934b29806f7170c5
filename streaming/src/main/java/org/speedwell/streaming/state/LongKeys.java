package org.speedwell.streaming.state;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.HashMixer;

/**
 * A table of {@code long} keys. If keys are close together, as the ids of a table are, an array indexed by key holds
 * their slots. It needs a quarter of the memory, and of the cache, of a hash table.
 *
 * <p>All other keys are in a hash table with open addressing and linear probing. Key and slot are adjacent, so that a
 * lookup reads one cache line. A removal moves the following entries back and leaves no tombstones (Knuth, The Art of
 * Computer Programming 6.4, algorithm R). The array begins around the first key. When the hash table is full, the table
 * decides again where to store the keys.
 */
public final class LongKeys extends Keys {
    /**
     * The greatest ratio of the range of close keys to their number. Up to this ratio, the array is not larger than the
     * hash table would be.
     */
    private static final int CLOSE = 4;

    private static final int SMALLEST = 64;

    /**
     * The slot plus one of each key from {@link #first} on, or 0 if the key has none. Empty until the first key
     * arrives.
     */
    private int[] close = new int[0];

    private long first;

    /**
     * The hash table. Element 2i is a key, and element 2i + 1 its slot plus one. 0 there means that the entry is empty.
     */
    private long[] table = new long[SMALLEST];

    /** The number of keys in the hash table. */
    private int hashed;

    private long[] keys = new long[16];

    /** Creates an empty table. */
    public LongKeys(KeyBudget budget) {
        super(budget);
    }

    @Override
    public int slot(Batch batch, int i) {
        return slot(batch.keys[i]);
    }

    /** Returns the slot of a key that is in the array. Returns −1 if the key has none or is in the hash table. */
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
                array = close; // a new key may have moved it
                base = first;
            }
        }
        return slots;
    }

    /** Returns the slot of a key. A new key gets a new slot, which no owner retains yet. */
    public int slot(long key) {
        int found = isClose(key) ? close[(int) (key - first)] : (int) table[probe(key) + 1];
        return found == 0 ? add(key) : found - 1;
    }

    /** Returns whether the array has a place for a key. Differences that overflow are outside the array. */
    private boolean isClose(long key) {
        return Long.compareUnsigned(key - first, close.length) < 0;
    }

    /** Returns the place of a key in the hash table, or the place where it would be. */
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

    /** Returns the key of a slot without boxing. */
    public long number(int slot) {
        return keys[slot];
    }

    @Override
    void saveKey(int slot, ObjectOutput out) throws IOException {
        out.writeLong(keys[slot]);
    }

    @Override
    int restoreKey(ObjectInput in) throws IOException {
        long key = in.readLong();
        return isOwn(key) ? slot(key) : -1;
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
            // An entry may move back to the hole unless its home is after the hole
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

    /** Moves all keys to the array if they are close to each other. Otherwise doubles the hash table. */
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
            first = least - span / 2; // equal room below and above
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
