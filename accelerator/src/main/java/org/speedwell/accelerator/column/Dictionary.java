package org.speedwell.accelerator.column;

import java.lang.ref.Reference;
import org.speedwell.accelerator.memory.Region;

/** The distinct values of a column as byte runs in ascending order. */
final class Dictionary {
    private final Region offsets;
    private final Region bytes;
    private final int size;
    private final ByteForm form;

    /** Entry i is the bytes from the i-th to the next of {@code size + 1} offsets of eight bytes. */
    Dictionary(Region offsets, Region bytes, int size, ByteForm form) {
        this.offsets = offsets;
        this.bytes = bytes;
        this.size = size;
        this.form = form;
    }

    int size() {
        return size;
    }

    long bytes() {
        return offsets.size() + bytes.size();
    }

    Object value(int index) {
        long from = offset(index);
        Object value = form.fromBytes(bytes.getBytes(from, (int) (offset(index + 1) - from)));
        Reference.reachabilityFence(this);
        return value;
    }

    /** The last entry that is not above the key, or −1. */
    int floor(byte[] key) {
        int low = 0;
        int high = size - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (compare(middle, key) <= 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        Reference.reachabilityFence(this);
        return high;
    }

    boolean contains(byte[] key) {
        int index = floor(key);
        return index >= 0 && compare(index, key) == 0;
    }

    private int compare(int index, byte[] key) {
        long from = offset(index);
        return bytes.compare(from, (int) (offset(index + 1) - from), key);
    }

    private long offset(int index) {
        return offsets.getLong((long) index << 3);
    }
}
