package org.speedwell.accelerator.encode;

import java.util.List;

/** Writes rows by their numbers, cell by cell. For one thread. */
public final class RowWriter {
    /** Of rows whose number is not known before they come. */
    public static final int UNKNOWN = 1 << 9;

    /** Bytes of a cell, to begin with: a buffer grows. */
    private static final int CELL = 32;

    private final Format format;
    private final CellWriter[] cells;

    /** The cells in their order. */
    public RowWriter(Format format, List<CellWriters.Cell> cells) {
        this.format = format;
        this.cells = cells.stream().map(cell -> cell.writer).toArray(CellWriter[]::new);
    }

    /** Says, before the first row, how many will be written, and gives a buffer for them, or for a block of them. */
    public Utf8Buffer expect(int rows) {
        for (CellWriter cell : cells) {
            cell.expect(rows);
        }
        return new Utf8Buffer((int) Math.min((1L + rows) * cells.length * CELL, Output.BLOCK + (Output.BLOCK >> 3)));
    }

    /** Writes a row of the one table that all cells are of. */
    public void write(int row, Utf8Buffer out) {
        for (CellWriter cell : cells) {
            cell.write(row, out);
        }
        format.endRow(out);
    }

    /**
     * Writes a tuple of rows.
     *
     * @param places by cell, that of its table in the tuple
     */
    public void write(int[] tuple, int[] places, Utf8Buffer out) {
        for (int i = 0; i < cells.length; i++) {
            cells[i].write(tuple[places[i]], out);
        }
        format.endRow(out);
    }
}
