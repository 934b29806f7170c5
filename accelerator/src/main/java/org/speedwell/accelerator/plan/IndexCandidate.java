package org.speedwell.accelerator.plan;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.index.PairIndex;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.kernel.SelectorBuilder;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * A part of a filter whose rows are some positions of an index.
 *
 * @param rest the other parts, which are to be tested of those rows; null where there are none
 */
record IndexCandidate(AccessPath.IndexRows rows, @Nullable Filter rest) {

    /** The most selective part that an index answers. */
    static @Nullable IndexCandidate of(SelectorBuilder selectors, List<Filter> parts) {
        TableStore<?> table = selectors.table();
        Filter sharpest = null;
        int fewest = Integer.MAX_VALUE;
        for (Filter part : parts) {
            if (indexed(part) != null && selectors.isLookedUp(part)) {
                int rows = selectors.atMost(part);
                if (rows < fewest) {
                    sharpest = part;
                    fewest = rows;
                }
            }
        }
        IndexCandidate pair = table.pairs().isEmpty() ? null : pair(table, parts);
        if (pair != null && pair.rows.rows() <= fewest) {
            return pair;
        }
        ColumnRef.Indexed column = sharpest == null ? null : indexed(sharpest);
        if (sharpest == null || column == null) {
            return null;
        }
        int[] bounds = bounds(column.index(), sharpest);
        return new IndexCandidate(
                new AccessPath.IndexRows(table, sharpest, column.index(), List.of(column), bounds, fewest),
                without(parts, List.of(sharpest)));
    }

    /**
     * The rows that a part leaves out of those of all others: of the part that leaves out fewest, as an index tells. Null where
     * there is no such part, it leaves out as many as it keeps, or one index answers all parts.
     */
    static @Nullable IndexCandidate leftOut(TableStore<?> table, List<Filter> parts) {
        IndexCandidate pair = table.pairs().isEmpty() ? null : pair(table, parts);
        if (pair != null && pair.rest == null) {
            return null;
        }
        Filter.InRange bluntest = null;
        int fewest = table.rows() / 2;
        for (Filter part : parts) {
            if (part instanceof Filter.InRange range && indexed(range) instanceof ColumnRef.Indexed column) {
                int leftOut = table.rows() - column.index().count(range.low(), range.high());
                if (leftOut < fewest) {
                    bluntest = range;
                    fewest = leftOut;
                }
            }
        }
        if (bluntest == null || !(bluntest.column() instanceof ColumnRef.Indexed column)) {
            return null;
        }
        int[] inside = bounds(column.index(), bluntest);
        int[] outside = {0, inside[0], inside[1], column.index().rows()};
        Filter filter = new Filter.InRange(column, bluntest.low(), bluntest.high(), true);
        return new IndexCandidate(
                new AccessPath.IndexRows(table, filter, column.index(), List.of(column), outside, fewest),
                without(parts, List.of(bluntest)));
    }

    /** The equality and the range that an index over two columns answers at once, if there are such. */
    private static @Nullable IndexCandidate pair(TableStore<?> table, List<Filter> parts) {
        IndexCandidate sharpest = null;
        for (PairIndex pair : table.pairs()) {
            Filter.InRange first = range(parts, pair.first());
            Filter.InRange second = range(parts, pair.second());
            if (first != null && second != null && first.low() == first.high()) {
                int from = pair.below(first.low(), second.low());
                int to = Math.max(from, pair.through(first.low(), second.high()));
                if (sharpest == null || to - from < sharpest.rows.rows()) {
                    List<Filter> both = List.of(first, second);
                    sharpest = new IndexCandidate(
                            new AccessPath.IndexRows(
                                    table,
                                    new Filter.And(both),
                                    pair.index(),
                                    List.of(first.column(), second.column()),
                                    new int[] {from, to},
                                    to - from),
                            without(parts, both));
                }
            }
        }
        return sharpest;
    }

    private static Filter.@Nullable InRange range(List<Filter> parts, int column) {
        for (Filter part : parts) {
            if (part instanceof Filter.InRange range && range.column().place() == column && !range.inverted()) {
                return range;
            }
        }
        return null;
    }

    private static @Nullable Filter without(List<Filter> parts, List<Filter> done) {
        if (parts.size() == 1) {
            return null;
        }
        List<Filter> rest = new ArrayList<>(parts);
        rest.removeAll(done);
        return rest.isEmpty() ? null : and(rest);
    }

    static Filter and(List<Filter> parts) {
        return parts.size() == 1 ? parts.getFirst() : new Filter.And(parts);
    }

    /** The column whose index holds the filter's rows at some positions, or null. */
    private static ColumnRef.@Nullable Indexed indexed(Filter filter) {
        ColumnRef column = switch (filter) {
            case Filter.InRange range when !range.inverted() -> range.column();
            case Filter.KeySet set when !set.inverted() -> set.column();
            case Filter.NullRows nulls -> nulls.column();
            case Filter.InRange _,
                    Filter.KeySet _,
                    Filter.KeyOrdered _,
                    Filter.FieldTest _,
                    Filter.TextMatch _,
                    Filter.Computed _,
                    Filter.And _,
                    Filter.Or _,
                    Filter.Constant _ -> null;
        };
        return column instanceof ColumnRef.Indexed indexed ? indexed : null;
    }

    /** Pairs of positions, from and to, of a filter that an index holds. */
    private static int[] bounds(SortedIndex index, Filter filter) {
        return switch (filter) {
            case Filter.InRange range -> {
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
            case Filter.NullRows _ -> new int[] {index.valid(), index.rows()};
            case Filter.KeyOrdered _,
                    Filter.FieldTest _,
                    Filter.TextMatch _,
                    Filter.Computed _,
                    Filter.And _,
                    Filter.Or _,
                    Filter.Constant _ -> throw new IllegalArgumentException(filter + " is no part of an index");
        };
    }
}
