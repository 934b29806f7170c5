package org.speedwell.accelerator.encode;

import java.util.List;

/** A writer of rows, cell by cell, by their row ids. For one thread. */
public final class RowWriter {
    /** The number to expect if the caller does not know the number of rows in advance. */
    public static final int UNKNOWN = 1 << 9;

    /** The initial number of bytes for each cell. A buffer grows if its cells need more. */
    private static final int CELL = 32;

    private final Format format;
    private final CellWriter[] cells;

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
        for (CellWriter cell : cells) {
            cell.expect(rows);
        }
        return new Utf8Buffer((int) Math.min((1L + rows) * cells.length * CELL, Output.BLOCK + (Output.BLOCK >> 3)));
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
