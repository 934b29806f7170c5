package org.speedwell.accelerator.aggregate;

/**
 * A numbering of keys from 0, in the order in which they first occur. It is a hash table with open addressing. For one
 * thread.
 */
final class LongKeyNumbering {
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private long[] keys = new long[1 << 6];

    /** The number plus 1, by slot; 0 for a free slot. */
    private int[] numbers = new int[1 << 6];

    private int shift = Long.SIZE - 6;
    private int size;

    /** Returns the number of a key. A new key gets the next number. */
    int of(long key) {
        int mask = keys.length - 1;
        int slot = (int) (key * SPREAD >>> shift);
        while (numbers[slot] != 0) {
            if (keys[slot] == key) {
                return numbers[slot] - 1;
            }
            slot = slot + 1 & mask;
        }
        keys[slot] = key;
        numbers[slot] = ++size;
        if (2 * size > keys.length) {
            grow();
        }
        return size - 1;
    }

    private void grow() {
        long[] formerKeys = keys;
        int[] formerNumbers = numbers;
        keys = new long[2 * formerKeys.length];
        numbers = new int[keys.length];
        shift--;
        int mask = keys.length - 1;
        for (int i = 0; i < formerKeys.length; i++) {
            if (formerNumbers[i] != 0) {
                int slot = (int) (formerKeys[i] * SPREAD >>> shift);
                while (numbers[slot] != 0) {
                    slot = slot + 1 & mask;
                }
                keys[slot] = formerKeys[i];
                numbers[slot] = formerNumbers[i];
            }
        }
    }

    /**
     * Returns an array with the number plus 1 of each key, by key; 0 where there is no key. All keys must be at least 0
     * and below the limit.
     */
    int[] byKey(int limit) {
        int[] byKey = new int[limit];
        for (int i = 0; i < keys.length; i++) {
            if (numbers[i] != 0) {
                byKey[(int) keys[i]] = numbers[i];
            }
        }
        return byKey;
    }

    /** Returns the keys in the order of their numbers. */
    long[] inOrder() {
        long[] ordered = new long[size];
        for (int i = 0; i < keys.length; i++) {
            if (numbers[i] != 0) {
                ordered[numbers[i] - 1] = keys[i];
            }
        }
        return ordered;
    }

    /** Replaces keys by their numbers. */
    void replace(long[] some, int count) {
        for (int i = 0; i < count; i++) {
            some[i] = of(some[i]);
        }
    }
}
