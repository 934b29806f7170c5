package org.speedwell.accelerator.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.index.PairIndex;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.kernel.Bitmap;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.kernel.Scan;
import org.speedwell.accelerator.kernel.Selector;
import org.speedwell.accelerator.store.TableStore;

/**
 * How a filter is run over a table. The most selective index gives the candidates, which the rest of the filter is tested
 * on, where that reads less than a scan; the indexes tell exactly, before anything is read.
 *
 * @param whole the whole filter, for a scan
 * @param driver what gives the candidates; null where a scan is cheaper
 * @param rest what candidates are tested by; null where all of them match
 */
record FilterPlan(
        TableStore<?> table,
        Selector whole,
        @Nullable Driver driver,
        @Nullable Selector rest) {
    /** Reading a row by its index costs about this many times a row of a scan. */
    private static final int GATHER_COST = 16;

    /**
     * A part of the filter whose rows are some positions of an index.
     *
     * @param filter the part, or the two parts that an index over two columns answers
     * @param columns of the index
     * @param bounds pairs of positions, from and to
     * @param rows how many rows match the part
     * @param rest the other parts; null where there are none
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Driver(
            Filter filter,
            SortedIndex index,
            int[] columns,
            int[] bounds,
            int rows,
            @Nullable Filter rest) {}

    static FilterPlan of(TableStore<?> table, Filter filter) {
        SelectorBuilder selectors = new SelectorBuilder(table);
        List<Filter> parts = conjuncts(filter);
        Driver driver = driver(table, selectors, parts);
        Selector whole = selectors.build(and(parts));
        if (driver == null || driver.rest != null && (long) driver.rows * GATHER_COST >= table.rows()) {
            return new FilterPlan(table, whole, null, null);
        }
        return new FilterPlan(table, whole, driver, driver.rest == null ? null : selectors.build(driver.rest));
    }

    /** The most selective part that an index answers. */
    private static @Nullable Driver driver(TableStore<?> table, SelectorBuilder selectors, List<Filter> parts) {
        Filter sharpest = null;
        int fewest = Integer.MAX_VALUE;
        for (Filter part : parts) {
            int column = indexedColumn(part);
            if (column >= 0 && table.index(column) != null && selectors.isLookedUp(part)) {
                int rows = selectors.atMost(part);
                if (rows < fewest) {
                    sharpest = part;
                    fewest = rows;
                }
            }
        }
        Driver pair = table.pairs().isEmpty() ? null : pair(table, parts);
        if (pair != null && pair.rows <= fewest) {
            return pair;
        }
        int column = sharpest == null ? -1 : indexedColumn(sharpest);
        SortedIndex index = column < 0 ? null : table.index(column);
        if (sharpest == null || index == null) {
            return null;
        }
        Filter rest = without(parts, List.of(sharpest));
        return new Driver(sharpest, index, new int[] {column}, bounds(index, sharpest), fewest, rest);
    }

    /** The equality and the range that an index over two columns answers at once, if there are such. */
    private static @Nullable Driver pair(TableStore<?> table, List<Filter> parts) {
        Driver sharpest = null;
        for (PairIndex pair : table.pairs()) {
            Filter.KeyRange first = range(parts, pair.first());
            Filter.KeyRange second = range(parts, pair.second());
            if (first != null && second != null && first.low() == first.high()) {
                int from = pair.below(first.low(), second.low());
                int to = Math.max(from, pair.through(first.low(), second.high()));
                if (sharpest == null || to - from < sharpest.rows) {
                    List<Filter> both = List.of(first, second);
                    sharpest = new Driver(
                            new Filter.And(both),
                            pair.index(),
                            new int[] {pair.first(), pair.second()},
                            new int[] {from, to},
                            to - from,
                            without(parts, both));
                }
            }
        }
        return sharpest;
    }

    private static Filter.@Nullable KeyRange range(List<Filter> parts, int column) {
        for (Filter part : parts) {
            if (part instanceof Filter.KeyRange range && range.column() == column && !range.inverted()) {
                return range;
            }
        }
        return null;
    }

    private static @Nullable Filter without(List<Filter> parts, List<Filter> done) {
        List<Filter> rest = new ArrayList<>(parts);
        rest.removeAll(done);
        return rest.isEmpty() ? null : and(rest);
    }

    private static Filter and(List<Filter> parts) {
        return parts.size() == 1 ? parts.getFirst() : new Filter.And(parts);
    }

    /** The parts that must all hold, ranges of one column made one. */
    private static List<Filter> conjuncts(Filter filter) {
        Map<Integer, Filter.KeyRange> ranges = new LinkedHashMap<>();
        List<Filter> others = new ArrayList<>();
        collect(filter, ranges, others);
        List<Filter> parts = new ArrayList<>(ranges.values());
        parts.addAll(others);
        return parts.isEmpty() ? List.of(Filter.Constant.ALL) : parts;
    }

    private static void collect(Filter filter, Map<Integer, Filter.KeyRange> ranges, List<Filter> others) {
        switch (filter) {
            case Filter.And and -> and.filters().forEach(part -> collect(part, ranges, others));
            case Filter.KeyRange range
            when !range.inverted() ->
                ranges.merge(
                        range.column(),
                        range,
                        (a, b) -> new Filter.KeyRange(
                                a.column(), Math.max(a.low(), b.low()), Math.min(a.high(), b.high()), false));
            default -> others.add(filter);
        }
    }

    /** The column whose index, if it has one, holds the filter's rows at some positions, or −1. */
    private static int indexedColumn(Filter filter) {
        return switch (filter) {
            case Filter.KeyRange range -> range.inverted() ? -1 : range.column();
            case Filter.KeySet set -> set.inverted() ? -1 : set.column();
            case Filter.NullRows nulls -> nulls.column();
            default -> -1;
        };
    }

    /** Pairs of positions, from and to. */
    private static int[] bounds(SortedIndex index, Filter positions) {
        return switch (positions) {
            case Filter.KeyRange range -> {
                int from = index.below(range.low());
                yield new int[] {from, Math.max(from, index.through(range.high()))};
            }
            case Filter.KeySet set -> {
                int[] bounds = new int[2 * set.keys().length + (set.nulls() ? 2 : 0)];
                int next = 0;
                for (long key : set.keys()) {
                    bounds[next++] = index.below(key);
                    bounds[next++] = index.through(key);
                }
                if (set.nulls()) {
                    bounds[next++] = index.valid();
                    bounds[next] = index.rows();
                }
                yield bounds;
            }
            default -> new int[] {index.valid(), index.rows()};
        };
    }

    /** How many rows match. */
    int count(boolean parallel) {
        if (driver == null) {
            return scan(parallel).count();
        }
        return rest == null ? driver.rows : matching(driver).length;
    }

    /** Whether any row matches. */
    boolean any() {
        if (driver == null) {
            return scan(false).any();
        }
        return rest == null ? driver.rows > 0 : matching(driver).length > 0;
    }

    /** The first matching rows in row order, at most so many. */
    Rows rows(long limit) {
        int most = (int) Math.min(limit, table.rows());
        if (driver == null || !isWorthReading(driver)) {
            return listed(scan(false).first(most));
        }
        int[] bounds = driver.bounds;
        if (rest == null && bounds.length == 2 && isInRowOrder(driver.index, bounds[0], bounds[1])) {
            return new Rows.Ascending(driver.index, bounds[0], bounds[1]).slice(0, Math.min(most, driver.rows));
        }
        int[] rows = matching(driver);
        Arrays.sort(rows);
        return listed(rows.length > most ? Arrays.copyOf(rows, most) : rows);
    }

    /** All matching rows, or null where these are few and better had by {@link #rows}. */
    @Nullable
    Bitmap manyRows(boolean parallel) {
        return driver != null && isWorthReading(driver) ? null : scan(parallel).select();
    }

    /** The matching rows in no certain order where these are few and had without a scan; else null. */
    int @Nullable [] fewRows() {
        return driver != null && isByIndex() ? matching(driver) : null;
    }

    /** Whether an index gives few rows, or candidates. */
    boolean isByIndex() {
        return driver != null && (long) driver.rows * GATHER_COST < table.rows();
    }

    /** The whole filter, to be run over all rows. */
    Scan scan(boolean parallel) {
        return new Scan(table, whole, parallel);
    }

    private boolean isWorthReading(Driver by) {
        return isByIndex() || by.filter instanceof Filter.KeyRange range && range.low() == range.high() && rest == null;
    }

    /** Rows of one key are in row order as they stand, and so are the NULL rows. */
    private static boolean isInRowOrder(SortedIndex index, int from, int to) {
        return from >= index.valid()
                || to > from
                        && index.column().key(index.row(from)) == index.column().key(index.row(to - 1));
    }

    /** The candidates that match, in no certain order. */
    private int[] matching(Driver by) {
        int[] bounds = by.bounds;
        int[] rows = new int[by.rows];
        int found = 0;
        for (int i = 0; i < bounds.length; i += 2) {
            for (int position = bounds[i]; position < bounds[i + 1]; position++) {
                int row = by.index.row(position);
                if (rest == null || rest.test(row)) {
                    rows[found++] = row;
                }
            }
        }
        table.keepAlive();
        return Arrays.copyOf(rows, found);
    }

    private static Rows listed(int[] rows) {
        return new Rows.Listed(rows, 0, rows.length);
    }
}
