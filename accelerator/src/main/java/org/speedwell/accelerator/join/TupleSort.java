package org.speedwell.accelerator.join;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.IntSort;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.memory.WorkingMemory;

/**
 * A source of all tuples of another source in the order of their rows. The row of the first table decides first, then
 * the row of the second table, and so on.
 */
public final class TupleSort implements TupleSource {
    private final TupleSource input;
    private final WorkingMemory memory;

    /** The rows of the tuples, by table and tuple. */
    private final int[][] rows;

    private int size;
    private int @Nullable [] order;
    private int next;

    public TupleSort(TupleSource input, int tables, WorkingMemory memory) {
        this.input = input;
        this.memory = memory;
        this.rows = new int[tables][0];
    }

    @Override
    public boolean next(RowBlock block, int limit) {
        int[] places = order == null ? read(block) : order;
        block.size = Math.min(limit, size - next);
        for (int i = 0; i < block.size; i++) {
            int tuple = places[next++];
            for (int table = 0; table < rows.length; table++) {
                block.rows[table][i] = rows[table][tuple];
            }
        }
        return block.size > 0;
    }

    private int[] read(RowBlock block) {
        while (input.next(block, block.capacity())) {
            if (size + block.size > rows[0].length) {
                grow(Math.max(Math.multiplyExact(2, rows[0].length), block.capacity()));
            }
            for (int table = 0; table < rows.length; table++) {
                System.arraycopy(block.rows[table], 0, rows[table], size, block.size);
            }
            size += block.size;
        }
        int[] places = sorted();
        order = places;
        return places;
    }

    /**
     * Sorts by the rows of the first table, as {@code long}s, which need no comparator. Then sorts the tuples that
     * share that row by their other rows.
     */
    private int[] sorted() {
        long[] firsts = new long[size];
        for (int tuple = 0; tuple < size; tuple++) {
            firsts[tuple] = (long) rows[0][tuple] << Integer.SIZE | tuple;
        }
        Arrays.sort(firsts);
        int[] places = new int[size];
        int from = 0;
        for (int place = 0; place < size; place++) {
            places[place] = (int) firsts[place];
            if (rows[0][places[place]] != rows[0][places[from]]) {
                sortTies(places, from, place);
                from = place;
            }
        }
        sortTies(places, from, size);
        return places;
    }

    private void sortTies(int[] places, int from, int to) {
        if (to - from > 1) {
            int[] ties = Arrays.copyOfRange(places, from, to);
            IntSort.sort(ties, this::compare);
            System.arraycopy(ties, 0, places, from, ties.length);
        }
    }

    private void grow(int larger) {
        memory.add((larger - rows[0].length) * bytesATuple(rows.length));
        for (int table = 0; table < rows.length; table++) {
            rows[table] = Arrays.copyOf(rows[table], larger);
        }
    }

    /** Returns the bytes that a tuple takes: its rows, its place in the order, and the {@code long} that is sorted. */
    public static long bytesATuple(int tables) {
        return (tables + 1L) * Integer.BYTES + Long.BYTES;
    }

    private int compare(int a, int b) {
        for (int[] table : rows) {
            if (table[a] != table[b]) {
                return Integer.compare(table[a], table[b]);
            }
        }
        return 0;
    }

    /** Counts without sorting. */
    @Override
    public long count(int tables) {
        return input.count(tables);
    }
}
