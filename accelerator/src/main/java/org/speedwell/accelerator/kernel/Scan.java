package org.speedwell.accelerator.kernel;

import java.util.Arrays;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.store.TableStore;

/**
 * Runs a selector over all rows of a table, block by block. In parallel, morsels of blocks go to the threads of the pool
 * that the JDK's parallel streams use (Leis et al., "Morsel-Driven Parallelism", 2014).
 */
public record Scan(TableStore<?> table, Selector selector, boolean parallel) {
    static final CodeScan CODES = CodeScan.fastest();

    /** Some 65,000 rows: enough work to be worth handing over, little enough to share out evenly. */
    private static final int BLOCKS_PER_MORSEL = 16;

    /** What is done with the selected rows of one block; {@code first} is the row of the lowest bit. */
    @FunctionalInterface
    public interface Block {
        void accept(int first, long[] selection);
    }

    /** How many rows match. */
    public int count() {
        return (int) sum(this::count);
    }

    /** The matching rows. */
    public Bitmap select() {
        Bitmap bitmap = new Bitmap(table.rows());
        sum(morsel -> {
            forEach(morsel, (first, selection) -> bitmap.setWords(first, selection));
            return 0;
        });
        return bitmap;
    }

    /** The first matching rows in ascending order, at most so many; reads no further than it must. */
    public int[] first(int limit) {
        int[] rows = new int[Math.min(limit, 16)];
        int found = 0;
        long[] selection = new long[Selector.WORDS];
        for (int block = 0; block < blocks() && found < limit; block++) {
            refine(block, selection);
            for (int i = 0; i < Selector.WORDS && found < limit; i++) {
                for (long word = selection[i]; word != 0 && found < limit; word &= word - 1) {
                    if (found == rows.length) {
                        rows = Arrays.copyOf(rows, 2 * found);
                    }
                    rows[found++] = block * Selector.ROWS + (i << 6) + Long.numberOfTrailingZeros(word);
                }
            }
        }
        table.keepAlive();
        return Arrays.copyOf(rows, found);
    }

    /** Whether any row matches; reads no further than it must. */
    public boolean any() {
        return first(1).length > 0;
    }

    /** Hands over the selected rows of each block, in ascending order, by this thread. */
    public void forEach(Block action) {
        for (int morsel = 0; morsel < morsels(); morsel++) {
            forEach(morsel, action);
        }
        table.keepAlive();
    }

    /** The sum of what is made of each morsel; in parallel the morsels are done in any order. */
    private long sum(ToLongFunction<Integer> task) {
        long sum = 0;
        if (parallel && morsels() > 1) {
            sum = IntStream.range(0, morsels())
                    .parallel()
                    .mapToLong(task::applyAsLong)
                    .sum();
        } else {
            for (int morsel = 0; morsel < morsels(); morsel++) {
                sum += task.applyAsLong(morsel);
            }
        }
        table.keepAlive();
        return sum;
    }

    private long count(int morsel) {
        long[] selection = new long[Selector.WORDS];
        int end = Math.min((morsel + 1) * BLOCKS_PER_MORSEL, blocks());
        long count = 0;
        for (int block = morsel * BLOCKS_PER_MORSEL; block < end; block++) {
            refine(block, selection);
            for (long word : selection) {
                count += Long.bitCount(word);
            }
        }
        return count;
    }

    private void forEach(int morsel, Block action) {
        long[] selection = new long[Selector.WORDS];
        int end = Math.min((morsel + 1) * BLOCKS_PER_MORSEL, blocks());
        for (int block = morsel * BLOCKS_PER_MORSEL; block < end; block++) {
            refine(block, selection);
            action.accept(block * Selector.ROWS, selection);
        }
    }

    /** The selected rows of one block. */
    void refine(int block, long[] selection) {
        selector.refine(block, selectAll(table, block, selection), selection);
    }

    /** The rows of one block that a scan selects, or all if there is none. */
    static void refine(@Nullable Scan scan, TableStore<?> table, int block, long[] selection) {
        if (scan == null) {
            selectAll(table, block, selection);
        } else {
            scan.refine(block, selection);
        }
    }

    /** Sets the bits of a block's rows, and tells how many these are. */
    private static int selectAll(TableStore<?> table, int block, long[] selection) {
        int rows = Blocks.rows(table, block);
        Arrays.fill(selection, -1L);
        if (rows < Selector.ROWS) {
            Arrays.fill(selection, rows >>> 6, Selector.WORDS, 0);
            if ((rows & 63) != 0) {
                selection[rows >>> 6] = (1L << rows) - 1;
            }
        }
        return rows;
    }

    private int blocks() {
        return Blocks.of(table);
    }

    private int morsels() {
        return (blocks() + BLOCKS_PER_MORSEL - 1) / BLOCKS_PER_MORSEL;
    }
}
