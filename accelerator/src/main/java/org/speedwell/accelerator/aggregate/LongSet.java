package org.speedwell.accelerator.aggregate;

/** A set of longs other than 0. It is a hash table with open addressing, in one array. For one thread. */
final class LongSet {
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    /** The numbers, by slot; 0 for a free slot. */
    private long[] slots = new long[1 << 6];

    private int shift = Long.SIZE - 6;
    private int size;

    /** Adds a number other than 0, and returns whether it is new. */
    boolean add(long number) {
        if (!put(number)) {
            return false;
        }
        if (2 * ++size > slots.length) {
            grow();
        }
        return true;
    }

    private boolean put(long number) {
        int mask = slots.length - 1;
        int slot = (int) (number * SPREAD >>> shift);
        while (slots[slot] != 0) {
            if (slots[slot] == number) {
                return false;
            }
            slot = slot + 1 & mask;
        }
        slots[slot] = number;
        return true;
    }

    private void grow() {
        long[] former = slots;
        slots = new long[2 * former.length];
        shift--;
        for (long number : former) {
            if (number != 0) {
                put(number);
            }
        }
    }

    /** Returns all numbers in undefined order, with zeroes between them. The array is not a copy. */
    long[] slots() {
        return slots;
    }
}
