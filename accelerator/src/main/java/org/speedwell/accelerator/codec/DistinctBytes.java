package org.speedwell.accelerator.codec;

import java.util.Arrays;
import org.speedwell.accelerator.memory.GrowingRegion;
import org.speedwell.accelerator.memory.Region;

/**
 * A growing set of byte sequences, numbered in the order in which they first came. It is a hash table with open
 * addressing and linear probing. After {@link #sort} it accepts no more values.
 */
public final class DistinctBytes implements AutoCloseable {
    private static final int EMPTY = 0;

    private final GrowingRegion ends = new GrowingRegion();
    private final GrowingRegion bytes = new GrowingRegion();

    /** The numbers in the order of their byte sequences, 4 bytes each; empty before the sort. */
    private final GrowingRegion order = new GrowingRegion();

    private int[] hashes = new int[64];

    /**
     * The number of the entry in each slot, plus 1. The length is a power of two, and at most half of the slots are
     * full.
     */
    private int[] slots = new int[128];

    private int size;

    int size() {
        return size;
    }

    /** Returns the number of a byte sequence, and adds it if it is new. */
    public int number(byte[] run) {
        int hash = SeededHash.of(run);
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (slots[slot] != EMPTY) {
            int number = slots[slot] - 1;
            if (hashes[number] == hash && isEqual(number, run)) {
                return number;
            }
            slot = (slot + 1) & mask;
        }
        slots[slot] = size + 1;
        return add(run, hash);
    }

    /** Sorts the numbers by their byte sequences, and frees the hash table. The caller calls it once. */
    public void sort() {
        hashes = new int[0];
        slots = new int[0];
        ends.trim();
        bytes.trim();
        int[] numbers = new int[size];
        Arrays.setAll(numbers, i -> i);
        long[] prefixes = new long[size];
        Arrays.setAll(prefixes, this::prefix);
        IntSort.sort(numbers, (a, b) -> {
            int byPrefix = Long.compareUnsigned(prefixes[a], prefixes[b]);
            return byPrefix == 0 ? compare(a, this, b) : byPrefix;
        });
        for (int number : numbers) {
            order.appendInt(number);
        }
        order.trim();
    }

    /** Returns the number at a position of the sorted order. */
    int sortedNumber(int position) {
        return order.region().getInt((long) position << 2);
    }

    /** Compares a byte sequence of this set with one of another set, both by number. */
    int compare(int number, DistinctBytes other, int otherNumber) {
        return bytes.region()
                .compare(
                        start(number),
                        length(number),
                        other.bytes.region(),
                        other.start(otherNumber),
                        other.length(otherNumber));
    }

    /** Appends the bytes of a number to {@code target}. */
    void copyTo(GrowingRegion target, int number) {
        target.append(bytes.region(), start(number), length(number));
    }

    @Override
    public void close() {
        ends.close();
        bytes.close();
        order.close();
    }

    private int add(byte[] run, int hash) {
        bytes.appendBytes(run, 0, run.length);
        ends.appendLong(bytes.size());
        if (size == hashes.length) {
            hashes = Arrays.copyOf(hashes, 2 * size);
        }
        hashes[size] = hash;
        int number = size++;
        if (2 * size > slots.length) {
            rehash();
        }
        return number;
    }

    private void rehash() {
        slots = new int[2 * slots.length];
        int mask = slots.length - 1;
        for (int number = 0; number < size; number++) {
            int slot = hashes[number] & mask;
            while (slots[slot] != EMPTY) {
                slot = (slot + 1) & mask;
            }
            slots[slot] = number + 1;
        }
    }

    private boolean isEqual(int number, byte[] run) {
        return length(number) == run.length && bytes.region().compare(start(number), run.length, run) == 0;
    }

    /** Returns the first eight bytes as a big-endian number. If two prefixes differ, they decide the order. */
    private long prefix(int number) {
        Region region = bytes.region();
        long start = start(number);
        int length = Math.min(Long.BYTES, length(number));
        long prefix = 0;
        for (int i = 0; i < length; i++) {
            prefix |= (region.getByte(start + i) & 0xFFL) << 56 - 8 * i;
        }
        return prefix;
    }

    private long start(int number) {
        return number == 0 ? 0 : ends.region().getLong((long) (number - 1) << 3);
    }

    private int length(int number) {
        return (int) (ends.region().getLong((long) number << 3) - start(number));
    }
}
