package org.speedwell.accelerator.codec;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.speedwell.accelerator.memory.GrowingRegion;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.Region;

/** A merge of the sorted values of the parts of a column into one dictionary. The caller closes it. */
public final class DictionaryMerge implements AutoCloseable {
    private final GrowingRegion ends = new GrowingRegion();
    private final GrowingRegion bytes = new GrowingRegion();
    private final Lease staging = new Lease();
    private final List<Region> ranks = new ArrayList<>();
    private int size;

    /** The progress of the merge in one part. */
    private static final class Cursor {
        private final DistinctBytes values;
        private final Region ranks;
        private int position;

        Cursor(DistinctBytes values, Region ranks) {
            this.values = values;
            this.ranks = ranks;
        }

        int number() {
            return values.sortedNumber(position);
        }

        int compareTo(Cursor other) {
            return values.compare(number(), other.values, other.number());
        }

        boolean hasSameValue(Cursor other) {
            return compareTo(other) == 0;
        }
    }

    /** Merges the values of sorted parts. */
    public DictionaryMerge(List<DistinctBytes> parts) {
        Comparator<Cursor> byValue = Cursor::compareTo;
        PriorityQueue<Cursor> cursors = new PriorityQueue<>(byValue);
        for (DistinctBytes part : parts) {
            Region partRanks = staging.allocate((long) part.size() << 2);
            ranks.add(partRanks);
            if (part.size() > 0) {
                cursors.add(new Cursor(part, partRanks));
            }
        }
        while (!cursors.isEmpty()) {
            Cursor least = cursors.remove();
            least.values.copyTo(bytes, least.number());
            ends.appendLong(bytes.size());
            int rank = size++;
            while (!cursors.isEmpty() && cursors.element().hasSameValue(least)) {
                advance(cursors, cursors.remove(), rank);
            }
            advance(cursors, least, rank);
        }
    }

    private static void advance(PriorityQueue<Cursor> cursors, Cursor cursor, int rank) {
        cursor.ranks.putInt((long) cursor.number() << 2, rank);
        if (++cursor.position < cursor.values.size()) {
            cursors.add(cursor);
        }
    }

    public int size() {
        return size;
    }

    /** Returns the position in the dictionary of each number of a part, in 4 bytes each. */
    public Region ranks(int part) {
        return ranks.get(part);
    }

    /** Returns the dictionary. The lease owns its memory. */
    public Dictionary dictionary(Lease lease, ByteForm form) {
        Codes narrow = Codes.allocate(lease, size, bytes.size());
        for (int i = 0; i < size; i++) {
            narrow.set(i, ends.region().getLong((long) i << 3));
        }
        return new Dictionary(narrow, bytes.copyTo(lease), form);
    }

    @Override
    public void close() {
        ends.close();
        bytes.close();
        staging.release();
    }
}
