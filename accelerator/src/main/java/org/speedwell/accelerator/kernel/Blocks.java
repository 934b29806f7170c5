package org.speedwell.accelerator.kernel;

import java.util.function.BinaryOperator;
import java.util.stream.IntStream;
import org.speedwell.accelerator.store.TableStore;

/** The blocks of a table's rows, shared out in parts of equal size: to the threads of the common pool, or to this one. */
final class Blocks {
    /** Fewer are not worth handing over. */
    private static final int LEAST_OF_A_PART = 16;

    private Blocks() {}

    /** What is made of the blocks from one, inclusive, to another, exclusive. */
    @FunctionalInterface
    interface Part<R> {
        R of(int from, int to);
    }

    /** How many there are. */
    static int of(TableStore<?> table) {
        return (int) (((long) table.rows() + Selector.ROWS - 1) / Selector.ROWS);
    }

    /** How many rows a block has. */
    static int rows(TableStore<?> table, int block) {
        return Math.min(Selector.ROWS, table.rows() - block * Selector.ROWS);
    }

    /** What is made of all parts, merged in the order of their rows; not in parallel there is one part. */
    static <R> R reduce(TableStore<?> table, boolean parallel, Part<R> part, BinaryOperator<R> merge) {
        int blocks = of(table);
        int parts = parallel
                ? Math.clamp(
                        blocks / LEAST_OF_A_PART, 1, 2 * Runtime.getRuntime().availableProcessors())
                : 1;
        if (parts == 1) {
            R whole = part.of(0, blocks);
            table.keepAlive();
            return whole;
        }
        R merged = IntStream.range(0, parts)
                .parallel()
                .mapToObj(i -> part.of((int) ((long) blocks * i / parts), (int) ((long) blocks * (i + 1) / parts)))
                .reduce(merge)
                .orElseThrow();
        table.keepAlive();
        return merged;
    }
}
