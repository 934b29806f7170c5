package org.speedwell.accelerator.join;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.IntSort;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.memory.WorkingMemory;

/** All tuples of another source, brought into the order of their rows: by the first table, then by the second, and so on. */
public final class InRowOrder implements TupleSource {
    private final TupleSource input;
    private final WorkingMemory memory;

    /** By table, then by tuple. */
    private final int[][] rows;

    private int size;
    private int @Nullable [] order;
    private int next;

    public InRowOrder(TupleSource input, int tables, WorkingMemory memory) {
        this.input = input;
        this.memory = memory;
        this.rows = new int[tables][RowBlock.CAPACITY];
    }

    @Override
    public boolean next(RowBlock block, int most) {
        int[] places = order == null ? read(block) : order;
        block.size = Math.min(most, size - next);
        for (int i = 0; i < block.size; i++) {
            int tuple = places[next++];
            for (int table = 0; table < rows.length; table++) {
                block.rows[table][i] = rows[table][tuple];
            }
        }
        return block.size > 0;
    }

    private int[] read(RowBlock block) {
        while (input.next(block, RowBlock.CAPACITY)) {
            if (size + block.size > rows[0].length) {
                grow();
            }
            for (int table = 0; table < rows.length; table++) {
                System.arraycopy(block.rows[table], 0, rows[table], size, block.size);
            }
            size += block.size;
        }
        int[] places = new int[size];
        Arrays.setAll(places, place -> place);
        IntSort.sort(places, this::compare);
        order = places;
        return places;
    }

    private void grow() {
        int larger = Math.multiplyExact(2, rows[0].length);
        memory.add((larger - rows[0].length) * bytesATuple(rows.length));
        for (int table = 0; table < rows.length; table++) {
            rows[table] = Arrays.copyOf(rows[table], larger);
        }
    }

    /** Returns what a tuple takes: its rows, and its place in their order, which is sorted beside a copy. */
    public static long bytesATuple(int tables) {
        return (tables + 2L) * Integer.BYTES;
    }

    private int compare(int a, int b) {
        for (int[] table : rows) {
            if (table[a] != table[b]) {
                return Integer.compare(table[a], table[b]);
            }
        }
        return 0;
    }

    /** Which needs no order. */
    @Override
    public long count(int tables) {
        return input.count(tables);
    }
}
