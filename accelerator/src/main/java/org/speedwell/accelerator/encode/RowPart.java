package org.speedwell.accelerator.encode;

import java.util.Arrays;
import java.util.List;

/**
 * The bytes of neighbouring cells in a block of rows. It writes the cells column by column, so that each loop runs over
 * one kind of values. If few combinations of values occur, it writes each of them once, and keeps its bytes for later
 * rows. For one thread.
 */
final class RowPart {
    /** The largest number of bytes to keep. The part writes further combinations for each row. */
    private static final int MAX_KEPT = 1 << 20;

    private static final int[] NO_ORDINALS = {};

    private final CellWriter[] cells;

    /** The place of each combination that is kept, by its ordinal; 0 for others. Empty if the part keeps nothing. */
    private final long[] kept;

    private final int[] ordinals;

    /** For each row, the first byte in the upper 32 bits, and the number of bytes in the lower ones. */
    private final long[] places;

    private final Utf8Buffer bytes;

    /** The end of the bytes to keep. The first byte is unused, so that no place is 0. */
    private int end = 1;

    /**
     * Creates a part.
     *
     * @param cells several cells only if {@code span} is not {@link CellWriter#MANY}
     * @param span the largest number of combinations, or {@link CellWriter#MANY}
     * @param rows the largest number of rows in a block
     */
    RowPart(List<CellWriter> cells, int span, int rows) {
        this.cells = cells.toArray(CellWriter[]::new);
        boolean isKept = span != CellWriter.MANY;
        this.kept = new long[isKept ? span : 0];
        this.ordinals = isKept ? new int[rows] : NO_ORDINALS;
        this.places = new long[rows];
        this.bytes = new Utf8Buffer(isKept ? 256 : rows * 32);
        bytes.put(' ');
    }

    /** Returns the number of rows, from the first one on, whose bytes do not take too much memory at once. */
    int limit(int[] rows, int count) {
        int limit = count;
        for (CellWriter cell : cells) {
            limit = cell.limit(rows, limit);
        }
        return limit;
    }

    /** Writes the cells of a block of rows, and adds the number of bytes of each row to {@code sizes}. */
    void write(int[] rows, int count, int[] sizes) {
        bytes.truncate(end);
        if (kept.length == 0) {
            cells[0].write(rows, count, places, bytes);
        } else {
            find(rows, count);
        }
        for (int i = 0; i < count; i++) {
            sizes[i] += (int) places[i];
        }
    }

    private void find(int[] rows, int count) {
        Arrays.fill(ordinals, 0, count, 0);
        for (CellWriter cell : cells) {
            cell.addOrdinals(rows, count, places, ordinals);
        }
        for (int i = 0; i < count; i++) {
            long place = kept[ordinals[i]];
            places[i] = place == 0 ? written(rows[i], ordinals[i]) : place;
        }
    }

    private long written(int row, int ordinal) {
        int from = bytes.size();
        for (CellWriter cell : cells) {
            cell.write(row, bytes);
        }
        long place = place(from, bytes.size());
        if (from == end && bytes.size() <= MAX_KEPT) {
            end = bytes.size();
            kept[ordinal] = place;
        }
        return place;
    }

    static long place(int from, int to) {
        return (long) from << Integer.SIZE | to - from;
    }

    /**
     * Copies the bytes of each row of the last block.
     *
     * @param target has room for them
     * @param positions for each row, the index of its first byte in the target. This method adds the number of bytes
     */
    void copy(byte[] target, int[] positions, int count) {
        byte[] source = bytes.array();
        for (int i = 0; i < count; i++) {
            long place = places[i];
            int length = (int) place;
            System.arraycopy(source, (int) (place >>> Integer.SIZE), target, positions[i], length);
            positions[i] += length;
        }
    }
}
