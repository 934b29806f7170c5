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
            grow(Math.multiplyExact(2, slots.length));
        }
        return true;
    }

    /**
     * Makes room for more numbers. Call it before adding numbers in the order of another set's slots. Numbers in that
     * order would fill the beginning of a smaller set first, and then each of them would search long runs of slots.
     */
    void reserve(int more) {
        int length = slots.length;
        while (length < 2L * (size + more)) {
            length = Math.multiplyExact(2, length);
        }
        if (length > slots.length) {
            grow(length);
        }
    }

    int size() {
        return size;
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

    private void grow(int length) {
        long[] former = slots;
        slots = new long[length];
        shift = Long.SIZE - Integer.numberOfTrailingZeros(length);
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
