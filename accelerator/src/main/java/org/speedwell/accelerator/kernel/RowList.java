package org.speedwell.accelerator.kernel;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.speedwell.accelerator.column.KeyColumn;

/** A growing list of row ids. For one thread. */
public final class RowList implements IntConsumer {
    private static final int MIN_ROOM = 16;

    /** The rows, with room at the end. Loops of this package write to it after {@link #reserve}. */
    int[] rows = {};

    int size;

    public int size() {
        return size;
    }

    @Override
    public void accept(int row) {
        reserve(1);
        rows[size++] = row;
    }

    /** Makes room for more rows. */
    void reserve(int more) {
        if (size + more > rows.length) {
            rows = Arrays.copyOf(rows, Math.max(Math.max(MIN_ROOM, size + more), 2 * size));
        }
    }

    void addAll(RowList other) {
        reserve(other.size);
        System.arraycopy(other.rows, 0, rows, size, other.size);
        size += other.size;
    }

    /** Returns whether any of the rows is NULL. */
    public boolean hasNull(KeyColumn nullable) {
        for (int i = 0; i < size; i++) {
            if (nullable.isNull(rows[i])) {
                return true;
            }
        }
        return false;
    }

    public void sort() {
        Arrays.sort(rows, 0, size);
    }

    /** Reverses the rows from an index on. */
    public void reverse(int from) {
        for (int i = from, j = size - 1; i < j; i++, j--) {
            int row = rows[i];
            rows[i] = rows[j];
            rows[j] = row;
        }
    }

    /** Returns an array of exactly the rows. It may belong to the list, so add no more rows afterwards. */
    public int[] toArray() {
        return size == rows.length ? rows : Arrays.copyOf(rows, size);
    }

    /** Returns the rows. Add no more rows afterwards. */
    public Rows toRows() {
        return new Rows.Listed(rows, 0, size);
    }
}
