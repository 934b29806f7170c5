package org.speedwell.accelerator.encode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A writer of rows, cell by cell, by their row ids. For one thread. */
public final class RowWriter {
    /** The number to expect if the caller does not know the number of rows in advance. */
    public static final int UNKNOWN = 1 << 9;

    /** The initial number of bytes for each cell. A buffer grows if its cells need more. */
    private static final int CELL = 32;

    /** The largest number of rows to write at once. Their bytes stay in the nearest CPU caches. */
    private static final int MAX_BLOCK = 1 << 6;

    /** The largest number of combinations of values of neighbouring cells to keep. Their bytes stay in a CPU cache. */
    private static final int MAX_COMBINATIONS = 1 << 10;

    /** The number of rows from which on writing column by column pays off. */
    private static final int MIN_ROWS = 32;

    private final Format format;
    private final CellWriter[] cells;

    /** The parts of a row. Empty if some cells must be written row by row. */
    private RowPart[] parts = {};

    /** For each row of a block, first its size, and then the position of its next byte. */
    private int[] positions = {0};

    /** Creates a writer of these cells, in this order. */
    public RowWriter(Format format, List<CellWriters.Cell> cells) {
        this.format = format;
        this.cells = cells.stream().map(cell -> cell.writer).toArray(CellWriter[]::new);
    }

    /**
     * Prepares the cells for a number of rows, before the first row. Returns a buffer with room for about these rows,
     * or for one block.
     */
    public Utf8Buffer expect(int rows) {
        boolean isBlocked = rows >= MIN_ROWS;
        for (CellWriter cell : cells) {
            isBlocked &= cell.isBounded();
        }
        if (isBlocked) {
            positions = new int[Math.min(rows, MAX_BLOCK)];
            parts = parts(rows);
        }
        for (CellWriter cell : cells) {
            if (!isBlocked || cell.span() == CellWriter.MANY) { // the parts keep the other cells
                cell.expect(rows);
            }
        }
        return new Utf8Buffer((int) Math.min((1L + rows) * cells.length * CELL, Output.BLOCK + (Output.BLOCK >> 3)));
    }

    /** Returns the largest number of rows that this writer accepts at once. */
    public int block() {
        return positions.length;
    }

    /** Divides a row into parts of neighbouring cells with few combinations, and single cells. */
    private RowPart[] parts(int rows) {
        int maxSpan = Math.min(rows / CellWriter.MIN_ROWS_PER_KEPT, CellWriter.MAX_SPAN);
        List<RowPart> divided = new ArrayList<>();
        List<CellWriter> group = new ArrayList<>();
        long span = 1;
        for (int i = 0; i <= cells.length; i++) {
            CellWriter cell = i < cells.length ? cells[i] : new CellWriter.Constant(Fragment.of(format::endRow));
            int more = cell.span();
            boolean isKept = more <= Math.max(1, maxSpan);
            if (!group.isEmpty()
                    && (!isKept || more > 1 && span > 1 && span * more > Math.min(maxSpan, MAX_COMBINATIONS))) {
                divided.add(new RowPart(group, (int) span, positions.length));
                group = new ArrayList<>();
                span = 1;
            }
            if (isKept) {
                group.add(cell);
                span *= more;
            } else {
                divided.add(new RowPart(List.of(cell), CellWriter.MANY, positions.length));
            }
        }
        if (!group.isEmpty()) {
            divided.add(new RowPart(group, (int) span, positions.length));
        }
        return divided.toArray(RowPart[]::new);
    }

    /**
     * Writes rows of the only table of all cells, which {@link #expect} has prepared. Returns the number of rows
     * written, which may be less than {@code count} if the rows are long.
     *
     * @param rows contains the rows from index 0 on
     * @param count a number from 1 to {@link #block}
     */
    public int write(int[] rows, int count, Utf8Buffer out) {
        if (parts.length == 0) {
            write(rows[0], out);
            return 1;
        }
        int some = count;
        for (RowPart part : parts) {
            some = part.limit(rows, some);
        }
        Arrays.fill(positions, 0, some, 0);
        for (RowPart part : parts) {
            part.write(rows, some, positions);
        }
        int end = 0;
        for (int i = 0; i < some; i++) {
            int size = positions[i];
            positions[i] = out.size() + end;
            end += size;
        }
        out.reserve(end);
        for (RowPart part : parts) {
            part.copy(out.array(), positions, some);
        }
        out.advance(end);
        return some;
    }

    /** Writes a row of the only table of all cells. */
    public void write(int row, Utf8Buffer out) {
        for (CellWriter cell : cells) {
            cell.write(row, out);
        }
        format.endRow(out);
    }

    /**
     * Writes a tuple of rows.
     *
     * @param places for each cell, the place of its table in the tuple
     */
    public void write(int[] tuple, int[] places, Utf8Buffer out) {
        for (int i = 0; i < cells.length; i++) {
            cells[i].write(tuple[places[i]], out);
        }
        format.endRow(out);
    }
}
