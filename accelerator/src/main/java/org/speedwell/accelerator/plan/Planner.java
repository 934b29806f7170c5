package org.speedwell.accelerator.plan;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.Aggregator;
import org.speedwell.accelerator.aggregate.DenseGroups;
import org.speedwell.accelerator.eval.RowPath;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.index.PairIndex;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.kernel.GroupTotals;
import org.speedwell.accelerator.kernel.KeyTotals;
import org.speedwell.accelerator.kernel.RowWorker;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.kernel.SelectorBuilder;
import org.speedwell.accelerator.plan.Logical.Filtered;
import org.speedwell.accelerator.plan.Logical.Windowed;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * A planner that chooses the cheapest physical plan for a logical query. Each public method plans one kind of result.
 * The planner compares costs in one unit, and takes them from the indexes before it reads any row.
 */
public record Planner(TableStore<?> table) {
    /** A window that ends within the first 1/16 of the rows is selected as a top-N; a later window sorts all rows. */
    private static final int TOP_SHARE = 16;

    /** The number of keys from which counting their rows in an index takes longer than planning may take. */
    private static final int MAX_COUNTED_KEYS = 256;

    /** The purpose of an access path: a count needs no rows, and totals need no order. */
    private enum Goal {
        COUNT,
        ROWS,
        TOTALS
    }

    /** Plans a count of the rows, or values, of {@code query}. */
    public Node<Long> count(Logical query) {
        return switch (query) {
            case Windowed window -> new AggregateNode.Count(counted(window.input()), window.from(), window.to());
            case Filtered(Logical.Table _, Filter filter) -> count(filter);
            case Logical.Table _,
                    Logical.Listed _,
                    Filtered _,
                    Logical.Ordered _,
                    Logical.Mapped _,
                    Logical.Distinct _,
                    Logical.Sorted _ -> new AggregateNode.Count(counted(query), 0, Long.MAX_VALUE);
        };
    }

    private Node<Long> count(Filter filter) {
        IndexCandidate complement =
                filter instanceof Filter.And ? IndexCandidate.complement(table, Conjuncts.of(filter)) : null;
        Filter rest = complement == null ? null : complement.rest();
        if (complement != null && rest != null && complement.rows().cost() < AccessPath.TableScan.cost(table)) {
            SelectorBuilder selectors = new SelectorBuilder(table);
            AccessPath.TestedRows less = new AccessPath.TestedRows(
                    complement.rows(),
                    rest,
                    selectors.build(rest),
                    complement.rows().rows() * selectors.share(rest));
            if (access(rest, Goal.COUNT) instanceof AccessPath.IndexRows all
                    && less.candidates().rows() < all.rows()) {
                return new AggregateNode.CountLess(all, less);
            }
        }
        return new AggregateNode.Count(access(filter, Goal.COUNT), 0, Long.MAX_VALUE);
    }

    private RowNode counted(Logical query) {
        return switch (query) {
            case Logical.Ordered ordered -> counted(ordered.input());
            case Logical.Mapped mapped -> counted(mapped.input());
            case Logical.Table _, Logical.Listed _, Filtered _ -> access(query, Goal.COUNT);
            case Windowed _, Logical.Distinct _, Logical.Sorted _ -> rows(query);
        };
    }

    /** Estimates the number of rows of a query. It does not look up large key sets key by key. */
    public double estimate(Logical query) {
        return switch (query) {
            case Logical.Table _ -> table.rows();
            case Logical.Listed listed -> listed.rows().length;
            case Windowed window -> Cost.inWindow(estimate(window.input()), window.from(), window.to());
            case Filtered filtered -> estimate(filtered.input()) * share(filtered.filter());
            case Logical.Ordered ordered -> estimate(ordered.input());
            case Logical.Mapped mapped -> estimate(mapped.input());
            case Logical.Distinct distinct -> estimate(distinct.input());
            case Logical.Sorted sorted -> estimate(sorted.input());
        };
    }

    private double share(Filter filter) {
        if (filter instanceof Filter.And and) {
            return and.filters().stream().mapToDouble(this::share).reduce(1, (a, b) -> a * b);
        }
        if (filter instanceof Filter.KeySet set && set.keys().length > MAX_COUNTED_KEYS && !set.inverted()) {
            return Math.min(1, set.keys().length / KeyNode.keys(set.column()));
        }
        return new SelectorBuilder(table).share(filter);
    }

    /** Plans a test whether a query without a window has any row. */
    public Node<Boolean> any(Logical query) {
        return new AggregateNode.Exists(access(query, Goal.COUNT));
    }

    /**
     * Plans the semi-join filter of a foreign key, for the rows of this table that match another filter.
     *
     * @param step the foreign key, and the column of this table that it refers to
     * @param negated true to select the rows that reference none of the matching rows
     */
    public Node<Filter> semiJoin(RowPath.Part step, Filter filter, boolean negated) {
        return new AggregateNode.SemiJoin(rows(Logical.filtered(Logical.TABLE, filter)), step, table.name(), negated);
    }

    /** Plans the count, sum, minimum and maximum of a column's keys over the rows of a query without a window. */
    public Node<KeyTotals> totals(Logical query, ColumnRef.Ordered column) {
        return new AggregateNode.Totals(access(query, Goal.TOTALS), column);
    }

    /** Plans the statistics of a column's values, added in row order, over the rows of a query without a window. */
    public Node<DoubleSummaryStatistics> realTotals(Logical query, ColumnRef.Ordered column) {
        return new AggregateNode.RealTotals(access(query, Goal.TOTALS), column);
    }

    /** Plans a result that adds up a column's values one by one, in the order of the query. */
    public <R> Node<R> inOrder(Logical query, ColumnRef.Ordered column, Function<Rows, R> adding) {
        return new AggregateNode.InOrder<>(rows(query), column, adding);
    }

    /** Plans the groups of an aggregate, kept in arrays, over the rows of a query without a window. */
    public Node<GroupTotals> groups(Logical query, DenseGroups of) {
        return groups(query, of.keys(), of.values());
    }

    /** Plans counts, and sums of a column's keys, grouped by the keys of another column if one is given. */
    Node<GroupTotals> groups(Logical query, ColumnRef.@Nullable Ordered by, ColumnRef.@Nullable Ordered values) {
        return values == null
                        && Logical.isWhole(query)
                        && by instanceof ColumnRef.Indexed indexed
                        && indexed.index().isDirect()
                        && KeyNode.keys(by) <= table.rows()
                ? new AggregateNode.KeyCounts(new AccessPath.AllRows(table), indexed)
                : new AggregateNode.Groups(access(query, Goal.TOTALS), by, values);
    }

    /**
     * Plans an aggregate over the rows of a query, in the order of the query.
     *
     * @param aggregators creates an aggregator for each thread
     * @param description a description for people
     */
    public Node<Aggregator> aggregates(Logical query, Supplier<Aggregator> aggregators, String description) {
        return worked(query, aggregators, Aggregator::rows, Aggregator::size, description);
    }

    /**
     * Plans the work of workers that receive the rows of a query block by block, in the order of the query.
     *
     * @param workers creates a worker for each thread
     * @param description a description for people
     */
    public <W extends RowWorker<W>> Node<W> blocks(
            Logical query, Supplier<W> workers, ToLongFunction<W> rows, String description) {
        return worked(query, workers, rows, _ -> 1, description);
    }

    private <W extends RowWorker<W>> Node<W> worked(
            Logical query, Supplier<W> workers, ToLongFunction<W> rows, ToLongFunction<W> results, String words) {
        boolean isInRowOrder =
                query instanceof Logical.Table || query instanceof Logical.Listed || query instanceof Filtered;
        return new AggregateNode.Worked<>(
                isInRowOrder ? access(query, Goal.TOTALS) : rows(query), table, workers, rows, results, words);
    }

    /** Plans the rows of a query in order. A query of values has one row for each value. */
    public RowNode rows(Logical query) {
        return rows(query, Long.MAX_VALUE);
    }

    /** Plans the rows like {@link #rows(Logical)}, when the caller reads at most {@code limit} of them. */
    private RowNode rows(Logical query, long limit) {
        return switch (query) {
            case Logical.Table _, Logical.Listed _, Filtered _ -> access(query, Goal.ROWS);
            case Logical.Ordered ordered -> ordered(ordered, 0, limit);
            case Windowed window -> window(window, limit);
            case Logical.Mapped mapped -> rows(mapped.input(), limit);
            case Logical.Distinct distinct -> distinct(distinct.input(), limit);
            case Logical.Sorted sorted -> sorted(sorted);
        };
    }

    private RowNode window(Windowed window, long limit) {
        long to = limit >= window.to() - window.from() ? window.to() : window.from() + limit;
        if (window.input() instanceof Logical.Ordered ordered) {
            RowNode rows = ordered(ordered, window.from(), to);
            return rows instanceof OrderingNode.TieSort ? rows : new OrderingNode.Window(rows, window.from(), to);
        }
        return new OrderingNode.Window(rows(window.input(), to), window.from(), to);
    }

    private static ColumnRef.Ordered column(Logical values) {
        return switch (values) {
            case Logical.Mapped mapped -> mapped.column();
            case Logical.Distinct distinct -> column(distinct.input());
            case Logical.Sorted sorted -> column(sorted.input());
            case Windowed window -> column(window.input());
            case Logical.Table _, Logical.Listed _, Filtered _, Logical.Ordered _ ->
                throw new IllegalArgumentException("The query has rows, but no values: " + values);
        };
    }

    private RowNode sorted(Logical.Sorted sorted) {
        ColumnRef.Ordered column = column(sorted);
        RowNode walk = sorted.input() instanceof Logical.Distinct distinct
                        && column.column().nulls() == 0
                        && isOfAll(distinct.input())
                ? walk(column, new RowOrder.By(column, sorted.descending(), false))
                : null;
        return walk == null ? new KeyNode.KeySort(rows(sorted.input()), column, sorted.descending()) : walk;
    }

    private RowNode distinct(Logical values, long limit) {
        ColumnRef.Ordered column = column(values);
        RowNode walk = null;
        if (isOfAll(values)) {
            RowOrder order =
                    ((Logical.Mapped) values).input() instanceof Logical.Ordered ordered ? ordered.order() : null;
            if (order == null
                    || order.ties().isEmpty() && order.first().column().equals(column)) {
                walk = walk(column, order == null ? null : order.first());
            }
        }
        return walk == null ? new KeyNode.DistinctRows(rows(values), column, limit) : walk;
    }

    /** Returns whether the values are the values of all rows. */
    private static boolean isOfAll(Logical values) {
        return values instanceof Logical.Mapped mapped && Logical.isWhole(mapped.input());
    }

    /**
     * Plans a walk through the index of a column, key by key. Returns null if a scan of all rows is cheaper, or there
     * is no index.
     */
    private @Nullable RowNode walk(ColumnRef.Ordered column, RowOrder.@Nullable By by) {
        if (!(column instanceof ColumnRef.Indexed indexed)) {
            return null;
        }
        KeyNode.KeyWalk walk = new KeyNode.KeyWalk(indexed, by, indexed.index().expectedKeys());
        return walk.cost() < table.rows() * Cost.SEEN_ROW ? walk : null;
    }

    /**
     * Plans the rows of an ordered query from one place to another. The plan may give more rows, and the caller cuts
     * the window. Only a {@code TieSort} cuts it itself.
     */
    private RowNode ordered(Logical.Ordered query, long from, long to) {
        RowOrder order = query.order();
        RowOrder.By by = order.first();
        if (Logical.isListed(query.input())) {
            return sorted(access(query.input(), Goal.ROWS), order, to);
        }
        Filter filter = query.input() instanceof Filtered filtered ? filtered.filter() : null;
        if (!(by.column() instanceof ColumnRef.Indexed column)
                || filter != null && !order.ties().isEmpty()) {
            return unindexed(filter, order, to);
        }
        SortedIndex index = column.index();
        OrderingNode.IndexOrder all = new OrderingNode.IndexOrder(null, index, by, 0, index.valid(), table.rows());
        if (filter == null) {
            return order.ties().isEmpty() ? all : new OrderingNode.TieSort(all, order, from, to);
        }
        OrderingNode.IndexOrder part = part(filter, by, index);
        if (part != null) {
            return part;
        }
        AccessPath access = access(filter, Goal.ROWS);
        return access instanceof AccessPath.TableScan scan
                ? new OrderingNode.ScanInOrder(scan, all, order, to)
                : sorted(access, order, to);
    }

    /**
     * Plans a range of an index that satisfies both the filter and the order, or returns null. It is the rows of one
     * key of a pair of columns in the order of the other, or a range of the ordering column.
     */
    private OrderingNode.@Nullable IndexOrder part(Filter filter, RowOrder.By by, @Nullable SortedIndex index) {
        if (!(filter instanceof Filter.InRange range) || range.inverted()) {
            return null;
        }
        PairIndex pair = range.low() == range.high()
                ? table.pair(range.column().place(), by.column().place())
                : null;
        if (pair != null) {
            int nulls = pair.nulls(range.low());
            int below = pair.below(range.low(), Long.MIN_VALUE);
            return new OrderingNode.IndexOrder(filter, pair.index(), by, below, nulls, pair.end(range.low()));
        }
        if (index == null || !range.column().equals(by.column())) {
            return null;
        }
        int below = index.below(range.low());
        int through = Math.max(below, index.through(range.high()));
        return new OrderingNode.IndexOrder(filter, index, by, below, through, through);
    }

    private RowNode unindexed(@Nullable Filter filter, RowOrder order, long to) {
        OrderingNode.IndexOrder part =
                filter == null || !order.ties().isEmpty() ? null : part(filter, order.first(), null);
        if (part != null) {
            return part;
        }
        AccessPath access = filter == null ? new AccessPath.AllRows(table) : access(filter, Goal.TOTALS);
        boolean isScan = !(access instanceof AccessPath.IndexRows || access instanceof AccessPath.TestedRows);
        return isScan && to > 0 && to < table.rows() / TOP_SHARE && OrderingNode.ZonedTop.isPossible(order)
                ? new OrderingNode.ZonedTop(this, filter, access, order, (int) to)
                : sorted(filter == null ? access : access(filter, Goal.ROWS), order, to);
    }

    /** Plans rows in an order, when the caller reads at most {@code limit} of them. */
    RowNode sorted(RowNode rows, RowOrder order, long limit) {
        return limit < rows.expected() / TOP_SHARE
                ? new OrderingNode.Top(rows, order, (int) limit)
                : new OrderingNode.Sort(rows, order);
    }

    /** Plans the access path to the rows that match both filters. */
    AccessPath access(@Nullable Filter filter, Filter further) {
        return access(filter == null ? further : new Filter.And(List.of(filter, further)), Goal.ROWS);
    }

    private AccessPath access(Logical query, Goal goal) {
        return switch (query) {
            case Logical.Table _ -> new AccessPath.AllRows(table);
            case Logical.Listed listed -> new AccessPath.ListedRows(table, listed.rows(), null, null);
            case Filtered(Logical.Listed listed, Filter filter) -> tested(listed, filter);
            case Filtered filtered -> access(filtered.filter(), goal);
            case Logical.Ordered ordered -> access(ordered.input(), goal);
            case Logical.Mapped mapped -> access(mapped.input(), goal);
            case Windowed _, Logical.Distinct _, Logical.Sorted _ ->
                throw new IllegalArgumentException("The query has more than a filter: " + query);
        };
    }

    private AccessPath tested(Logical.Listed listed, Filter filter) {
        Filter whole = IndexCandidate.and(Conjuncts.of(filter));
        return new AccessPath.ListedRows(table, listed.rows(), whole, new SelectorBuilder(table).build(whole));
    }

    /**
     * Chooses the access path to the rows of a filter. The most selective index gives the candidates, and the rest of
     * the filter is the residual predicate, where this reads less than a scan. The indexes give exact counts before any
     * row is read.
     */
    private AccessPath access(Filter filter, Goal goal) {
        SelectorBuilder selectors = new SelectorBuilder(table);
        List<Filter> parts = Conjuncts.of(filter);
        Filter whole = IndexCandidate.and(parts);
        int expected = selectors.atMost(whole);
        IndexCandidate driver = IndexCandidate.of(selectors, parts);
        if (driver != null) {
            AccessPath.IndexRows rows = driver.rows();
            Filter rest = driver.rest();
            boolean isCheap = rows.cost() < AccessPath.TableScan.cost(table);
            if (rest != null && isCheap) {
                return new AccessPath.TestedRows(rows, rest, selectors.build(rest), Math.min(rows.rows(), expected));
            }
            boolean isBest = rest == null
                    && switch (goal) {
                        case COUNT -> true;
                        case ROWS -> isCheap || rows.isOneKey();
                        case TOTALS -> isCheap;
                    };
            if (isBest) {
                return rows;
            }
        }
        return new AccessPath.TableScan(table, whole, selectors.build(whole), expected);
    }
}
