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
 * A list of row numbers of one table, off the heap, each of as few bytes as the table's last row needs: 1 to 4. All widths
 * are read alike, by four bytes of which the upper ones are cleared. Written by one thread, then immutable; a later version
 * of a long list shares the {@link RowIdTree} in which nothing was put in or taken out.
 */
final class RowNumbers {
    /** So that four bytes can be read where the last number begins. */
    static final int SPARE = Integer.BYTES - 1;

    /** Lists up to this length are copied as a whole. */
    private static final int SHORT = 1 << 11;

    /** All numbers; null where they are in chunks. */
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

    /** Room for one number a row of a table; its memory is owned by the lease. */
    static RowNumbers allocate(int rows, Lease lease) {
        return allocate(rows, rows, lease);
    }

    /** Room for so many numbers, each below {@code end}. */
    static RowNumbers allocate(int size, int end, Lease lease) {
        return new RowNumbers(lease.allocate(bytes(size, width(end))), size, width(end));
    }

    /**
     * The numbers that a region holds.
     *
     * @throws IllegalArgumentException if it is not of the size that so many rows need
     */
    static RowNumbers of(Region region, int rows) {
        long bytes = bytes(rows, width(rows));
        if (region.size() != bytes) {
            throw new IllegalArgumentException(
                    region.size() + " bytes where " + bytes + " hold the order of " + rows + " rows");
        }
        return new RowNumbers(region, rows, width(rows));
    }

    /** The bytes of so many numbers of a width. */
    static long bytes(int size, int width) {
        return (long) size * width + SPARE;
    }

    /** The bytes of a number below {@code end}. */
    static int width(int end) {
        if (ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN) {
            return Integer.BYTES; // there the lower bytes do not come first
        }
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, end - 1));
        return (bits + Byte.SIZE - 1) / Byte.SIZE;
    }

    static int mask(int width) {
        return -1 >>> Integer.SIZE - Byte.SIZE * width;
    }

    /** All numbers, of a list that is in one piece. */
    Region region() {
        return Objects.requireNonNull(region);
    }

    int size() {
        return size;
    }

    /** Native bytes. */
    long bytes() {
        return bytes(size, width);
    }

    int get(int index) {
        return region == null ? inChunks(index) : region.getInt((long) index * width) & mask;
    }

    boolean isInChunks() {
        return chunks != null;
    }

    /** {@link RowIdTree#stretch}, of a list that {@link #isInChunks}. */
    long stretch(int index) {
        return chunks().stretch(index);
    }

    /** {@link RowIdTree#numberOf}. */
    int numberOf(long stretch, int index) {
        return chunks().numberOf(stretch, index);
    }

    /** The numbers from one place to another, in order: sooner than one by one. */
    void forEach(int from, int to, IntConsumer action) {
        if (region == null) {
            chunks().forEach(from, to, action);
            return;
        }
        for (int place = from; place < to; place++) {
            action.accept(get(place));
        }
    }

    /** As {@link #forEach}, to an array, from its place {@code at} on. */
    void copy(int from, int to, int[] target, int at) {
        if (region == null) {
            chunks().copy(from, to, target, at);
            return;
        }
        for (int place = from; place < to; place++) {
            target[at + place - from] = get(place);
        }
    }

    /** Reads places near each other sooner. For one thread. */
    IntUnaryOperator reader() {
        return chunks == null ? this::get : chunks.reader();
    }

    private int inChunks(int index) {
        return chunks().get(index);
    }

    private RowIdTree chunks() {
        return Objects.requireNonNull(chunks);
    }

    /** Only while the list is built. */
    void set(int index, int row) {
        put(region().address() + (long) index * width, width, row);
    }

    /** Writes a number of a width to an absolute address. */
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
     * A later version of a list.
     *
     * @param list null for the numbers from 0 to {@code size} − 1 in order
     * @param end all numbers are below it
     * @param budget in which what is not shared is counted
     */
    static RowNumbers edit(@Nullable RowNumbers list, int size, RowListEdit splices, int end, MemoryBudget budget) {
        int width = width(end);
        int newSize = size - splices.removed().length + splices.inserted().length;
        if (newSize <= SHORT || list != null && list.width != width) {
            RowNumbers copy = allocate(newSize, end, new Lease(budget));
            Writer writer = new Writer(list, copy);
            RowListEdit.Cursor cursor = splices.new Cursor();
            cursor.give(0, size, writer);
            cursor.giveEnd(writer);
            return copy;
        }
        RowIdTree chunks = list == null || list.chunks == null
                ? RowIdTree.of(list == null ? null : list.region, size, width)
                : list.chunks;
        return new RowNumbers(chunks.edit(splices, budget));
    }

    /** Writes a list from its begin on. */
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
