package org.speedwell.accelerator.column;

import java.lang.ref.Reference;
import org.speedwell.accelerator.memory.Region;

/** The distinct values of a column as byte runs in ascending order, one behind the other, and where each ends. */
final class Dictionary {
    private final Codes ends;
    private final Region bytes;
    private final ByteForm form;

    Dictionary(Codes ends, Region bytes, ByteForm form) {
        this.ends = ends;
        this.bytes = bytes;
        this.form = form;
    }

    Codes ends() {
        return ends;
    }

    Region region() {
        return bytes;
    }

    ByteForm form() {
        return form;
    }

    int size() {
        return ends.rows();
    }

    long bytes() {
        return ends.bytes() + bytes.size();
    }

    Object value(int index) {
        long from = start(index);
        Object value = form.fromBytes(bytes.getBytes(from, (int) (ends.get(index) - from)));
        Reference.reachabilityFence(this);
        return value;
    }

    /** The last entry that is not above the key, or −1. */
    int floor(byte[] key) {
        int low = 0;
        int high = size() - 1;
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
        long from = start(index);
        return bytes.compare(from, (int) (ends.get(index) - from), key);
    }

    private long start(int index) {
        return index == 0 ? 0 : ends.get(index - 1);
    }
}
