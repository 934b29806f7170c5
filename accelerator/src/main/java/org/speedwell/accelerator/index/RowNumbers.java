package org.speedwell.accelerator.index;

import java.nio.ByteOrder;
import java.util.Objects;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.CopyOnWritePieces;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.memory.Region;

/**
 * A list of row ids of one table, off the heap. Each row id takes 1 to 4 bytes, as few as the table's last row id
 * needs. All widths use the same read: it reads four bytes and clears the upper ones. One thread writes a list. Then it
 * is immutable. A later version of a long list shares the unchanged chunks of its {@link RowIdTree}.
 */
final class RowNumbers {
    /** The bytes after the last row id, so that a read of four bytes stays inside the memory. */
    static final int SPARE = Integer.BYTES - 1;

    /** The greatest length of a list that a change copies as a whole. */
    private static final int SHORT = 1 << 11;

    /** All row ids, or null if they are in chunks. */
    private final @Nullable Region region;

    private final int size;
    private final int width;
    private final int mask;
    private final @Nullable RowIdTree chunks;

    private RowNumbers(Region region, int size, int width) {
        this.region = region;
        this.size = size;
        this.width = width;
        this.mask = mask(width);
        this.chunks = null;
    }

    private RowNumbers(RowIdTree chunks) {
        this.region = null;
        this.size = chunks.size();
        this.width = chunks.width();
        this.mask = mask(width);
        this.chunks = chunks;
    }

    /** Allocates room for one row id for each row of a table. The lease owns the memory. */
    static RowNumbers allocate(int rows, Lease lease) {
        return allocate(rows, rows, lease);
    }

    /** Allocates room for {@code size} row ids, each below {@code end}. */
    static RowNumbers allocate(int size, int end, Lease lease) {
        return new RowNumbers(lease.allocate(bytes(size, width(end))), size, width(end));
    }

    /**
     * Returns the list whose row ids are in a region.
     *
     * @throws IllegalArgumentException if the region does not have the size that {@code rows} row ids need
     */
    static RowNumbers of(Region region, int rows) {
        long bytes = bytes(rows, width(rows));
        if (region.size() != bytes) {
            throw new IllegalArgumentException(
                    region.size() + " bytes instead of the " + bytes + " that the order of " + rows + " rows needs");
        }
        return new RowNumbers(region, rows, width(rows));
    }

    /** Returns the bytes of {@code size} row ids of a width. */
    static long bytes(int size, int width) {
        return (long) size * width + SPARE;
    }

    /** Returns the bytes of a row id below {@code end}. */
    static int width(int end) {
        if (ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN) {
            return Integer.BYTES; // the lower bytes do not come first
        }
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, end - 1));
        return (bits + Byte.SIZE - 1) / Byte.SIZE;
    }

    static int mask(int width) {
        return -1 >>> Integer.SIZE - Byte.SIZE * width;
    }

    /** Returns the memory of a list that is in one piece. */
    Region region() {
        return Objects.requireNonNull(region);
    }

    int size() {
        return size;
    }

    /** Returns the number of native bytes. */
    long bytes() {
        return bytes(size, width);
    }

    int get(int index) {
        return region == null ? inChunks(index) : region.getInt((long) index * width) & mask;
    }

    boolean isInChunks() {
        return chunks != null;
    }

    /** Returns {@link RowIdTree#stretch}. The list must be {@linkplain #isInChunks in chunks}. */
    long stretch(int index) {
        return chunks().stretch(index);
    }

    /** Returns {@link RowIdTree#numberOf}. */
    int numberOf(long stretch, int index) {
        return chunks().numberOf(stretch, index);
    }

    /**
     * Passes the row ids of a range of places to an action, in order. The range ends before {@code to}. Faster than one
     * call of {@code get} for each.
     */
    void forEach(int from, int to, IntConsumer action) {
        if (region == null) {
            chunks().forEach(from, to, action);
            return;
        }
        for (int place = from; place < to; place++) {
            action.accept(get(place));
        }
    }

    /**
     * Copies the row ids of a range of places to an array, starting at index {@code at}. The range ends before
     * {@code to}.
     */
    void copy(int from, int to, int[] target, int at) {
        if (region == null) {
            chunks().copy(from, to, target, at);
            return;
        }
        for (int place = from; place < to; place++) {
            target[at + place - from] = get(place);
        }
    }

    /** Returns a reader that is fast for places close to each other. For one thread. */
    IntUnaryOperator reader() {
        return chunks == null ? this::get : chunks.reader();
    }

    private int inChunks(int index) {
        return chunks().get(index);
    }

    private RowIdTree chunks() {
        return Objects.requireNonNull(chunks);
    }

    /** Sets a row id. Allowed only until the list is complete. */
    void set(int index, int row) {
        put(region().address() + (long) index * width, width, row);
    }

    /** Writes a row id of a width to an absolute address. */
    static void put(long at, int width, int row) {
        switch (width) {
            case 1 -> CopyOnWritePieces.putByte(at, (byte) row);
            case 2 -> CopyOnWritePieces.putShort(at, (short) row);
            case 3 -> {
                CopyOnWritePieces.putShort(at, (short) row);
                CopyOnWritePieces.putByte(at + Short.BYTES, (byte) (row >>> Short.SIZE));
            }
            default -> CopyOnWritePieces.putInt(at, row);
        }
    }

    /**
     * Returns a later version of a list.
     *
     * @param list null represents the row ids from 0 to {@code size} − 1 in order
     * @param end all row ids of the later version are below it
     * @param budget counts the memory that the versions do not share
     */
    static RowNumbers edit(@Nullable RowNumbers list, int size, RowListEdit splices, int end, MemoryBudget budget) {
        int width = width(end);
        int newSize = size - splices.removed().length + splices.inserted().length;
        if (newSize <= SHORT || list != null && list.width != width) {
            RowNumbers copy = allocate(newSize, end, new Lease(budget));
            Writer writer = new Writer(list, copy);
            RowListEdit.Cursor cursor = splices.new Cursor();
            cursor.give(0, size, writer);
            cursor.passEnd(writer);
            return copy;
        }
        RowIdTree chunks = list == null || list.chunks == null
                ? RowIdTree.of(list == null ? null : list.region, size, width)
                : list.chunks;
        return new RowNumbers(chunks.edit(splices, budget));
    }

    private static final class Writer implements RowListEdit.Target {
        private final @Nullable RowNumbers source;
        private final RowNumbers target;
        private int next;

        Writer(@Nullable RowNumbers source, RowNumbers target) {
            this.source = source;
            this.target = target;
        }

        @Override
        public void copy(int from, int to) {
            for (int place = from; place < to; place++) {
                add(source == null ? place : source.get(place));
            }
        }

        @Override
        public void add(int row) {
            target.set(next++, row);
        }
    }
}
