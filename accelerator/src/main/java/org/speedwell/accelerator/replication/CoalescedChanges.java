package org.speedwell.accelerator.replication;

import java.util.Arrays;
import java.util.BitSet;
import org.speedwell.accelerator.binlog.RowFormat;

/**
 * The coalesced changes of one table: the last image of each changed row, by primary key. Changes that the table
 * already contains do no harm, because they are applied by key. For one thread.
 */
public final class CoalescedChanges {
    /** The number of bytes from which on the changes should be applied. */
    static final int MIN_BYTES_TO_APPLY = 32 << 20;

    private final RowFormat format;

    /** The places of the primary key's columns in the images. */
    private final int[] key;

    private final int[] starts;

    /** The offsets of the values in the former image of an updated row. */
    private final int[] formerStarts;

    /** The places of the columns that differ from the former image in any row. */
    private final BitSet changedColumns = new BitSet();

    private byte[] bytes = new byte[1 << 12];
    private int used;

    /** The offset of the key of each entry, in the order in which keys first occurred. */
    private int[] keyAt = new int[64];

    private int[] keyLength = new int[64];
    private int[] imageAt = new int[64];
    private boolean[] gone = new boolean[64];
    private int[] hashes = new int[64];
    private int size;

    /** An open-addressing hash table of entry numbers plus 1. */
    private int[] slots = new int[256];

    CoalescedChanges(RowFormat format, int[] key) {
        this.format = format;
        this.key = key;
        this.starts = new int[format.columns()];
        this.formerStarts = new int[format.columns()];
    }

    public RowFormat format() {
        return format;
    }

    /** Returns the number of keys. */
    int size() {
        return size;
    }

    boolean shouldApply() {
        return used > MIN_BYTES_TO_APPLY;
    }

    /** Returns the bytes that contain the images of all keys. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the offset of the last image of a key; for a deleted row, of the image before the deletion. */
    public int image(int entry) {
        return imageAt[entry];
    }

    boolean isDeleted(int entry) {
        return gone[entry];
    }

    /**
     * Returns the places of the columns of which any row has a new value. The other columns have the same values as in
     * the table, except in rows that the table does not contain.
     */
    BitSet changedColumns() {
        return changedColumns;
    }

    /** Adds an inserted row. @return the end of its image */
    int put(byte[] event, int at) {
        int end = format.locate(event, at, starts);
        changedColumns.set(0, format.columns());
        set(event, at, end, false);
        return end;
    }

    /** Adds a deleted row. @return the end of its image */
    int remove(byte[] event, int at) {
        int end = format.locate(event, at, starts);
        set(event, at, end, true);
        return end;
    }

    /** Adds an updated row. @return the end of the second image */
    int replace(byte[] event, int at) {
        int middle = format.locate(event, at, formerStarts);
        int end = format.locate(event, middle, starts);
        for (int column : key) {
            if (isChanged(event, column)) {
                remove(event, at);
                return put(event, middle);
            }
        }
        for (int column = 0; column < starts.length; column++) {
            if (!changedColumns.get(column) && isChanged(event, column)) {
                changedColumns.set(column);
            }
        }
        set(event, middle, end, false);
        return end;
    }

    /** Returns whether a value of the last located row differs from that of the former image. */
    private boolean isChanged(byte[] event, int column) {
        int from = starts[column];
        int former = formerStarts[column];
        if (from == RowFormat.NULL || former == RowFormat.NULL) {
            return from != former;
        }
        return !Arrays.equals(
                event, former, format.end(event, column, former), event, from, format.end(event, column, from));
    }

    /** Returns the end of a key column in an image. Keys are never NULL. */
    private int end(byte[] event, int column) {
        return format.end(event, column, starts[column]);
    }

    void clear() {
        size = 0;
        changedColumns.clear();
        used = 0;
        if (bytes.length > MIN_BYTES_TO_APPLY / 8) {
            bytes = new byte[1 << 12];
        }
        if (slots.length > 1 << 16) {
            slots = new int[256];
        } else {
            Arrays.fill(slots, 0);
        }
    }

    private void set(byte[] event, int at, int end, boolean isDeleted) {
        int keyBytes = 0;
        int hash = 0;
        for (int column : key) {
            int length = end(event, column) - starts[column];
            keyBytes += length + 2;
            hash = 31 * hash + length;
            for (int i = starts[column]; i < end(event, column); i++) {
                hash = 31 * hash + event[i];
            }
        }
        hash *= 0x9E3779B9;
        hash ^= hash >>> 15;
        int slot = hash & slots.length - 1;
        int entry;
        while ((entry = slots[slot] - 1) >= 0) {
            if (hashes[entry] == hash && keyLength[entry] == keyBytes && isKey(entry, event)) {
                imageAt[entry] = append(event, at, end);
                gone[entry] = isDeleted;
                return;
            }
            slot = slot + 1 & slots.length - 1;
        }
        add(event, at, end, isDeleted, keyBytes, hash, slot);
    }

    private void add(byte[] event, int at, int end, boolean isDeleted, int keyBytes, int hash, int slot) {
        if (size == keyAt.length) {
            keyAt = Arrays.copyOf(keyAt, 2 * size);
            keyLength = Arrays.copyOf(keyLength, 2 * size);
            imageAt = Arrays.copyOf(imageAt, 2 * size);
            gone = Arrays.copyOf(gone, 2 * size);
            hashes = Arrays.copyOf(hashes, 2 * size);
        }
        keyAt[size] = used;
        keyLength[size] = keyBytes;
        hashes[size] = hash;
        gone[size] = isDeleted;
        for (int column : key) {
            int length = end(event, column) - starts[column];
            reserve(2);
            bytes[used++] = (byte) length;
            bytes[used++] = (byte) (length >> 8);
            append(event, starts[column], end(event, column));
        }
        imageAt[size] = append(event, at, end);
        slots[slot] = ++size;
        if (2 * size > slots.length) {
            grow();
        }
    }

    private boolean isKey(int entry, byte[] event) {
        int at = keyAt[entry];
        for (int column : key) {
            int length = end(event, column) - starts[column];
            boolean same = (bytes[at] & 0xFF | (bytes[at + 1] & 0xFF) << 8) == (length & 0xFFFF)
                    && Arrays.equals(bytes, at + 2, at + 2 + length, event, starts[column], end(event, column));
            if (!same) {
                return false;
            }
            at += length + 2;
        }
        return true;
    }

    private int append(byte[] event, int from, int to) {
        reserve(to - from);
        System.arraycopy(event, from, bytes, used, to - from);
        used += to - from;
        return used - (to - from);
    }

    private void reserve(int more) {
        if (used + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, used + more));
        }
    }

    private void grow() {
        slots = new int[2 * slots.length];
        for (int entry = 0; entry < size; entry++) {
            int slot = hashes[entry] & slots.length - 1;
            while (slots[slot] != 0) {
                slot = slot + 1 & slots.length - 1;
            }
            slots[slot] = entry + 1;
        }
    }
}
