package org.speedwell.accelerator.column;

import java.lang.ref.Reference;
import org.speedwell.accelerator.memory.Lease;
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

    /** Compares an entry with one of another dictionary. */
    int compare(int index, Dictionary other, int otherIndex) {
        int order = bytes.compare(
                start(index), length(index), other.bytes, other.start(otherIndex), other.length(otherIndex));
        Reference.reachabilityFence(this);
        Reference.reachabilityFence(other);
        return order;
    }

    /** The entries of both, in order; its memory is owned by the lease. */
    Dictionary merge(Dictionary other, Merge merge, Lease lease) {
        Region room = lease.allocate(bytes.size() + other.bytes.size());
        Codes nextEnds = Codes.allocate(lease, merge.size(), room.size());
        merge.forEach(new Merge.Visitor() {
            private int place;
            private long end;

            @Override
            public void visit(int first, int second) {
                Dictionary source = first >= 0 ? Dictionary.this : other;
                int index = first >= 0 ? first : second;
                room.copyFrom(source.bytes, source.start(index), end, source.length(index));
                end += source.length(index);
                nextEnds.set(place++, end);
            }
        });
        Reference.reachabilityFence(this);
        Reference.reachabilityFence(other);
        return new Dictionary(nextEnds, room.slice(0, merge.size() == 0 ? 0 : nextEnds.get(merge.size() - 1)), form);
    }

    private int length(int index) {
        return (int) (ends.get(index) - start(index));
    }

    private int compare(int index, byte[] key) {
        long from = start(index);
        return bytes.compare(from, (int) (ends.get(index) - from), key);
    }

    private long start(int index) {
        return index == 0 ? 0 : ends.get(index - 1);
    }
}
