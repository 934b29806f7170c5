package org.speedwell.accelerator.kernel;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.column.ZoneMap;
import org.speedwell.accelerator.store.TableStore;

/**
 * A search for the first rows in the order of one column's keys. The zone map tells which blocks
 * have the best keys, and the search reads these first. In each block it looks only for rows that are better than the
 * worst row found so far. It ends at the first
 * block that cannot have such a row. For one thread.
 *
 * <p>One long holds the place of a row in the order: the rank of its key above the row id. Rows with equal keys are thus
 * in row order.
 */
public final class TopByZones implements Morsels.Worker {
    /** The smallest number of rows that are worth a selection of the first ones. */
    private static final int MIN_CAPACITY = 1 << 10;

    private final TableStore<?> table;
    private final Order order;
    private final @Nullable Selector filter;
    private final int limit;

    /** The best place that a row of each block may have, ascending. */
    private final long[] blocks;

    /** The worst place that may still be among the first, as far as any thread knows. */
    private final AtomicLong worst;

    private final Selection selection = Selection.byBits();
    private long[] places = new long[MIN_CAPACITY];
    private int size;

    /** The filter of rows that may be among the first, and the greatest rank that it keeps. */
    private Selector better;

    private long betterRank = Long.MAX_VALUE;

    /** The order of a column's keys. The first key has rank 0. */
    private record Order(KeyColumn column, boolean descending) {
        private long first() {
            return column.code(descending ? column.max() : column.min());
        }

        private long last() {
            return column.code(descending ? column.min() : column.max());
        }

        long rank(long code) {
            return descending ? first() - code : code - first();
        }

        /** Returns the place before which no row of a block is. The zone map includes the codes of NULL rows. */
        long bestPlace(int block) {
            ZoneMap zones = column.zones();
            long best = descending
                    ? Math.clamp(zones.high(block), last(), first())
                    : Math.clamp(zones.low(block), first(), last());
            return place(rank(best), block * Selector.ROWS);
        }

        /** Returns a filter of the keys up to a rank. */
        Selector upTo(long rank) {
            return new Selector.Range(column, descending ? first() - rank : first(), rank, false);
        }
    }

    private TopByZones(
            TableStore<?> table, Order order, @Nullable Selector filter, int limit, long[] blocks, AtomicLong worst) {
        this.table = table;
        this.order = order;
        this.filter = filter;
        this.limit = limit;
        this.blocks = blocks;
        this.worst = worst;
        this.better = filter == null ? new Selector.All(List.of()) : filter;
    }

    /** Returns whether the keys of a column span so few numbers that a long holds a rank and a row id. */
    public static boolean isPossible(KeyColumn column) {
        long span = column.max() - column.min();
        return span >= 0 && span < Integer.MAX_VALUE;
    }

    /**
     * Returns the first rows of a table in the order of a column, without NULL rows. Rows with equal keys are in row
     * order.
     *
     * @param column a column for which {@link #isPossible} is true
     * @param filter the filter of the rows; null for all rows
     * @param limit the greatest number of rows, at least 1
     */
    public static int[] of(
            TableStore<?> table,
            KeyColumn column,
            boolean descending,
            @Nullable Selector filter,
            int limit,
            boolean parallel) {
        Order order = new Order(column, descending);
        long[] blocks = new long[Morsels.blocks(table)];
        Arrays.setAll(blocks, order::bestPlace);
        Arrays.sort(blocks);
        AtomicLong worst = new AtomicLong(Long.MAX_VALUE);
        return Morsels.run(
                        table,
                        parallel,
                        () -> new TopByZones(table, order, filter, limit, blocks, worst),
                        TopByZones::merge)
                .rows();
    }

    private static long place(long rank, int row) {
        return rank << Integer.SIZE | row;
    }

    @Override
    public void accept(int from, int to) {
        for (int i = from; i < to && blocks[i] <= worst.get(); i++) {
            take((int) blocks[i] / Selector.ROWS);
        }
    }

    private void take(int block) {
        int rows = Morsels.rows(table, block);
        long limitPlace = worst.get();
        selection.selectFirst(rows);
        selection.keep(table.present(), block);
        selection.keep(order.column.validity(), block);
        narrow(limitPlace, block * Selector.ROWS);
        better.refine(block, rows, selection);
        for (int i = 0; i < Selector.WORDS; i++) {
            for (long left = selection.words[i]; left != 0; left &= left - 1) {
                int row = block * Selector.ROWS + (i << 6) + Long.numberOfTrailingZeros(left);
                long place = place(order.rank(order.column.codes().get(row)), row);
                if (place < limitPlace) {
                    add(place);
                    limitPlace = Math.min(limitPlace, worst.get());
                }
            }
        }
    }

    /** Narrows the filter to the ranks that may be better than a place, for rows from {@code first} on. */
    private void narrow(long than, int first) {
        long rank = (than >>> Integer.SIZE) - (first > (int) than ? 1 : 0);
        if (than != Long.MAX_VALUE && rank != betterRank) {
            Selector range = order.upTo(rank);
            better = filter == null ? range : new Selector.All(List.of(range, filter));
            betterRank = rank;
        }
    }

    private void add(long place) {
        if (size == places.length) {
            if (size / 2 >= limit) {
                cut();
            } else {
                places = Arrays.copyOf(places, (int) Math.min(2L * size, Math.max(2L * limit, MIN_CAPACITY)));
            }
        }
        places[size++] = place;
    }

    /** Drops the places after the limit. */
    private void cut() {
        if (size >= limit) {
            select(places, size, limit - 1);
            size = limit;
            worst.accumulateAndGet(places[limit - 1], Math::min);
        }
    }

    /**
     * Moves the place that a sort would put at an index there, and all smaller ones before it. It follows Hoare,
     * "Algorithm 65: Find" (1961).
     */
    private static void select(long[] places, int size, int index) {
        int low = 0;
        int high = size - 1;
        while (low < high) {
            long pivot = places[low + high >>> 1];
            int up = low;
            int down = high;
            while (up <= down) {
                while (places[up] < pivot) {
                    up++;
                }
                while (places[down] > pivot) {
                    down--;
                }
                if (up <= down) {
                    long place = places[up];
                    places[up++] = places[down];
                    places[down--] = place;
                }
            }
            if (index <= down) {
                high = down;
            } else if (index >= up) {
                low = up;
            } else {
                return;
            }
        }
    }

    private TopByZones merge(TopByZones other) {
        for (int i = 0; i < other.size; i++) {
            add(other.places[i]);
        }
        return this;
    }

    private int[] rows() {
        cut();
        Arrays.sort(places, 0, size);
        int[] rows = new int[size];
        for (int i = 0; i < size; i++) {
            rows[i] = (int) places[i];
        }
        return rows;
    }
}
