package org.speedwell.accelerator.plan;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.index.PairIndex;
import org.speedwell.accelerator.index.RowFinder;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.kernel.SelectorBuilder;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * A part of a filter whose rows are ranges of positions in an index.
 *
 * @param rest the residual predicate for these rows; null if there is none
 */
record IndexCandidate(AccessPath.IndexRows rows, @Nullable Filter rest) {

    /** Returns the most selective part that an index answers, or null if no index answers any part. */
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
     * Returns the rows that a part of the filter rejects. It chooses the range that rejects the fewest rows, by its
     * index. A count can then subtract them from the rows of the other parts. Null if there is no such range, if it
     * rejects half of the rows or more, or if one index answers all parts.
     */
    static @Nullable IndexCandidate complement(TableStore<?> table, List<Filter> parts) {
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

    /**
     * Returns the equality and the range that one index over two columns answers together. Null if there is no such
     * pair.
     */
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

    /** Returns the column whose index stores the rows of the filter in ranges of positions, or null. */
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

    /** Returns pairs of positions (from, to) of the rows of a filter in an index. */
    private static int[] bounds(SortedIndex index, Filter filter) {
        return switch (filter) {
            case Filter.InRange range -> {
                int from = index.below(range.low());
                yield new int[] {from, Math.max(from, index.through(range.high()))};
            }
            case Filter.KeySet set -> {
                int[] bounds = new int[2 * set.keys().length + (set.nulls() ? 2 : 0)];
                RowFinder finder = new RowFinder(index, set.keys().length);
                int next = 0;
                for (long key : set.keys()) {
                    long positions = finder.positions(key);
                    bounds[next++] = SortedIndex.first(positions);
                    bounds[next++] = SortedIndex.end(positions);
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
                    Filter.Constant _ ->
                throw new IllegalArgumentException("An index cannot find the rows of the filter " + filter);
        };
    }
}
