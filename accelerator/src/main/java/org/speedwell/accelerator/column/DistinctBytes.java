package org.speedwell.accelerator.column;

import java.util.Arrays;
import org.speedwell.accelerator.memory.GrowingRegion;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.Region;

/** A growing set of byte runs, numbered in the order in which they first came: open addressing, linear probing. */
final class DistinctBytes implements AutoCloseable {
    private static final int EMPTY = 0;

    private final GrowingRegion offsets = new GrowingRegion();
    private final GrowingRegion bytes = new GrowingRegion();
    private int[] hashes = new int[64];

    /** Number + 1 of the entry in each slot; a power of two long and at most half full. */
    private int[] slots = new int[128];

    private int size;

    DistinctBytes() {
        offsets.appendLong(0);
    }

    /** The number of the run, which is added if it is new. */
    int number(byte[] run) {
        int hash = hash(run);
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

    /** The numbers in the order of their runs. */
    int[] sorted() {
        int[] order = new int[size];
        Arrays.setAll(order, i -> i);
        IntSort.sort(order, this::compare);
        return order;
    }

    /** The runs in the given order, copied into memory of the lease. */
    Dictionary dictionary(Lease lease, int[] order, ByteForm form) {
        Region sortedOffsets = lease.allocate((long) (size + 1) << 3);
        Region sortedBytes = lease.allocate(bytes.size());
        long at = 0;
        for (int i = 0; i < size; i++) {
            long from = offset(order[i]);
            long length = offset(order[i] + 1) - from;
            sortedOffsets.putLong((long) i << 3, at);
            sortedBytes.copyFrom(bytes.region(), from, at, length);
            at += length;
        }
        sortedOffsets.putLong((long) size << 3, at);
        return new Dictionary(sortedOffsets, sortedBytes, size, form);
    }

    @Override
    public void close() {
        offsets.close();
        bytes.close();
    }

    private int add(byte[] run, int hash) {
        bytes.appendBytes(run, 0, run.length);
        offsets.appendLong(bytes.size());
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
        long from = offset(number);
        return offset(number + 1) - from == run.length && bytes.region().compare(from, run.length, run) == 0;
    }

    private int compare(int a, int b) {
        long fromA = offset(a);
        long fromB = offset(b);
        Region region = bytes.region();
        return region.compare(fromA, (int) (offset(a + 1) - fromA), region, fromB, (int) (offset(b + 1) - fromB));
    }

    private long offset(int number) {
        return offsets.region().getLong((long) number << 3);
    }

    private static int hash(byte[] run) {
        int hash = Arrays.hashCode(run) * 0x9E3779B9;
        return hash ^ hash >>> 16;
    }
}
