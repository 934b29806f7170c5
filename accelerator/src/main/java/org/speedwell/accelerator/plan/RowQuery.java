package org.speedwell.accelerator.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.IntSort;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.index.PairIndex;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.kernel.Bitmap;
import org.speedwell.accelerator.kernel.DoubleTotals;
import org.speedwell.accelerator.kernel.FirstOf;
import org.speedwell.accelerator.kernel.GroupTotals;
import org.speedwell.accelerator.kernel.KeyTotals;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.store.TableStore;

/**
 * The part of a pipeline that columns and indexes can run: filter, then order, then a window of the result. The filters
 * of a pipeline may be moved before its orders, which change no row; nothing is moved across a window.
 *
 * <p>The commonest order, that of one column, has a component of its own, so that the compiler sees its exact class and
 * need not make it at all.
 *
 * @param filter null where all rows pass
 * @param by null where no single column orders; at most one of by and order is set
 * @param order null where no several columns order
 * @param from how many rows of the result are skipped
 * @param to where the result ends at the latest
 * @param trace told what is done; null for all but queries that are to be explained
 */
public record RowQuery(
        @Nullable Filter filter,
        RowOrder.@Nullable By by,
        @Nullable RowOrder order,
        long from,
        long to,
        @Nullable Trace trace) {
    /** All rows in row order. */
    public static final RowQuery ALL = new RowQuery(null, null, null, 0, Long.MAX_VALUE, null);

    /** Walking an index and leaving out rows is worth it while at least one row in so many passes. */
    private static final int WALK_COST = 8;

    /** A window that ends in this share of the rows is picked out rather than all rows sorted. */
    private static final int TOP_ROWS_SHARE = 16;

    /** All rows in row order, telling what is done. */
    public static RowQuery traced(Trace trace) {
        return new RowQuery(null, null, null, 0, Long.MAX_VALUE, trace);
    }

    /** Whether a window has been set: filters and orders may not follow. */
    public boolean hasWindow() {
        return from > 0 || to < Long.MAX_VALUE;
    }

    /** Whether some rows may be left out before the window. */
    public boolean hasFilter() {
        return filter != null;
    }

    /** Whether this is {@link #ALL}, or all rows in another order, with nobody to tell. */
    public boolean isUnfiltered() {
        return !hasFilter() && !hasWindow() && trace == null;
    }

    public boolean hasOrder() {
        return by != null || order != null;
    }

    public RowQuery and(Filter further) {
        if (filter == null) {
            return new RowQuery(further, by, order, from, to, trace);
        }
        List<Filter> parts = new ArrayList<>(filter instanceof Filter.And and ? and.filters() : List.of(filter));
        parts.add(further);
        return new RowQuery(new Filter.And(parts), by, order, from, to, trace);
    }

    /** For a query without order. */
    public RowQuery orderedBy(RowOrder.By only) {
        return reordered(only);
    }

    public RowQuery orderedBy(RowOrder next) {
        RowOrder former = by != null ? new RowOrder(List.of(by)) : order;
        return new RowQuery(filter, null, former == null ? next : former.after(next), from, to, trace);
    }

    /** In this order alone. For a query without window. */
    RowQuery reordered(RowOrder.By only) {
        return new RowQuery(filter, only, null, from, to, trace);
    }

    public RowQuery skip(long n) {
        return new RowQuery(filter, by, order, n > to - from ? to : from + n, to, trace);
    }

    public RowQuery limit(long n) {
        return new RowQuery(filter, by, order, from, n > to - from ? to : from + n, trace);
    }

    /** How many rows come out. */
    public long count(TableStore<?> table) {
        return count(table, false);
    }

    /** How many rows come out; a scan is shared out to several threads if {@code parallel}. */
    public long count(TableStore<?> table, boolean parallel) {
        if (trace != null) {
            QueryTrace.tell(table, this, trace);
        }
        long rows = filter == null ? table.rows() : FilterPlan.of(table, filter).count(parallel);
        return Math.max(0, Math.min(rows, to) - from);
    }

    /** Whether any row comes out; a scan ends where the first does. */
    public boolean any(TableStore<?> table) {
        return filter == null || hasWindow() || trace != null
                ? count(table) > 0
                : FilterPlan.of(table, filter).any();
    }

    /** Counts and sums, by the keys of a column if one is given, of the rows that come out of a query without window. */
    public GroupTotals groupTotals(
            TableStore<?> table, @Nullable KeyColumn groups, @Nullable KeyColumn values, boolean parallel) {
        if (trace != null) {
            QueryTrace.tell(table, this, trace);
        }
        FilterPlan plan = filter == null ? null : FilterPlan.of(table, filter);
        int[] few = plan == null ? null : plan.fewRows();
        return few == null
                ? GroupTotals.of(table, groups, values, plan == null ? null : plan.scan(false), parallel)
                : GroupTotals.of(table, groups, values, few);
    }

    /** Count, sum, least and greatest of a column's keys, of the rows that come out of a query without window. */
    public KeyTotals keyTotals(TableStore<?> table, KeyColumn column, boolean parallel) {
        FilterPlan plan = filter == null ? null : FilterPlan.of(table, filter);
        int[] few = plan == null ? null : plan.fewRows();
        return few == null
                ? KeyTotals.of(table, column, plan == null ? null : plan.scan(false), parallel)
                : KeyTotals.of(table, column, few);
    }

    /** Statistics of a column's values, added in row order, of the rows that come out of a query without window. */
    public DoubleSummaryStatistics doubleTotals(TableStore<?> table, KeyColumn column, boolean parallel) {
        if (filter == null) {
            return DoubleTotals.of(table, column, null, parallel);
        }
        FilterPlan plan = FilterPlan.of(table, filter);
        int[] few = plan.fewRows();
        if (few == null) {
            return DoubleTotals.of(table, column, plan.scan(false), parallel);
        }
        Arrays.sort(few);
        DoubleSummaryStatistics statistics = new DoubleSummaryStatistics();
        listed(few).forEach(row -> statistics.accept(column.codec().doubleValue(column.key(row))));
        table.keepAlive();
        return statistics;
    }

    /** The rows that come out, in order; from a scan they are handed over as they are found, and no list is made. */
    void forEachRow(TableStore<?> table, IntConsumer action) {
        FilterPlan plan =
                filter == null || hasOrder() || hasWindow() || trace != null ? null : FilterPlan.of(table, filter);
        if (plan == null || plan.isByIndex()) {
            rows(table).forEach(action);
            return;
        }
        plan.scan(false).forEach((first, selection) -> {
            for (int i = 0; i < selection.length; i++) {
                for (long left = selection[i]; left != 0; left &= left - 1) {
                    action.accept(first + (i << 6) + Long.numberOfTrailingZeros(left));
                }
            }
        });
    }

    /** The rows that come out, in order. */
    public Rows rows(TableStore<?> table) {
        if (trace != null) {
            QueryTrace.tell(table, this, trace);
        }
        if (filter == null
                && order != null
                && table.index(order.columns().getFirst().column()) != null) {
            Rows byFirst = ordered(table, null, order.first(), to);
            return GroupSort.window(table, order, byFirst, clamp(from, byFirst), clamp(to, byFirst));
        }
        RowOrder sorting = by != null ? new RowOrder(List.of(by)) : order;
        Rows rows = sorting == null ? unordered(table, filter, to) : ordered(table, filter, sorting, to);
        return rows.slice(clamp(from, rows), clamp(to, rows));
    }

    private static int clamp(long place, Rows rows) {
        return (int) Math.min(place, rows.size());
    }

    private static Rows unordered(TableStore<?> table, @Nullable Filter filter, long to) {
        return filter == null
                ? new Rows.Sequence(0, table.rows())
                : FilterPlan.of(table, filter).rows(to);
    }

    private static Rows ordered(TableStore<?> table, @Nullable Filter filter, RowOrder by, long to) {
        RowOrder.By first = by.columns().getFirst();
        SortedIndex index = by.columns().size() == 1 ? table.index(first.column()) : null;
        PairIndex pair =
                by.columns().size() == 1 && filter instanceof Filter.KeyRange range && range.low() == range.high()
                        ? table.pair(range.column(), first.column())
                        : null;
        if (pair != null && filter instanceof Filter.KeyRange range && !range.inverted()) {
            return group(pair, range.low(), first);
        }
        if (index == null) {
            return sorted(table, by, unordered(table, narrowed(table, filter, first, to), Long.MAX_VALUE), to);
        }
        if (filter == null) {
            Rows valid = keyOrder(index, first, 0, index.valid());
            if (index.valid() == table.rows()) {
                return valid;
            }
            Rows nulls = new Rows.Ascending(index, index.valid(), table.rows());
            return first.nullsFirst() ? new Rows.Joined(nulls, valid) : new Rows.Joined(valid, nulls);
        }
        if (filter instanceof Filter.KeyRange range && range.column() == first.column() && !range.inverted()) {
            int below = index.below(range.low());
            return keyOrder(index, first, below, Math.max(below, index.through(range.high())));
        }
        FilterPlan plan = FilterPlan.of(table, filter);
        Bitmap selected = plan.manyRows(false);
        if (selected == null) {
            return sorted(table, by, plan.rows(Long.MAX_VALUE), to);
        }
        int size = selected.cardinality();
        if ((long) size * WALK_COST < table.rows()) {
            return sorted(table, by, listed(selected.toArray()), to);
        }
        Rows all = ordered(table, null, by, Long.MAX_VALUE);
        int[] rows = new int[(int) Math.min(size, to)];
        for (int place = 0, next = 0; next < rows.length; place++) {
            int row = all.get(place);
            if (selected.get(row)) {
                rows[next++] = row;
            }
        }
        return listed(rows);
    }

    /** The rows of one key of the first column in the order of the second. */
    private static Rows group(PairIndex pair, long key, RowOrder.By by) {
        int nulls = pair.nulls(key);
        Rows keyed = keyOrder(pair.index(), by, pair.below(key, Long.MIN_VALUE), nulls);
        Rows rest = new Rows.Ascending(pair.index(), nulls, pair.end(key));
        return by.nullsFirst() ? new Rows.Joined(rest, keyed) : new Rows.Joined(keyed, rest);
    }

    private static Rows keyOrder(SortedIndex index, RowOrder.By by, int low, int high) {
        return by.descending()
                ? new Rows.Descending(index, low, high, 0, high - low)
                : new Rows.Ascending(index, low, high);
    }

    /**
     * A filter that leaves only keys which the first {@code to} rows of an order by them can have, where keys are few: to
     * count them costs less than to hold every row against the best so far.
     */
    private static @Nullable Filter narrowed(TableStore<?> table, @Nullable Filter filter, RowOrder.By by, long to) {
        KeyColumn column = (KeyColumn) table.column(by.column());
        FilterPlan plan = filter == null ? null : FilterPlan.of(table, filter);
        if (to == 0
                || to >= table.rows() / TOP_ROWS_SHARE
                || !GroupTotals.isPossible(column)
                || column.max() - column.min() >= table.rows() / TOP_ROWS_SHARE
                || plan != null && plan.isByIndex()) {
            return filter;
        }
        GroupTotals keys = GroupTotals.of(table, column, null, plan == null ? null : plan.scan(false), false);
        int taken = 0;
        for (long rows = 0; rows < to && taken < keys.groups(); taken++) {
            rows += keys.count(by.descending() ? keys.groups() - 1 - taken : taken);
        }
        Filter wanted = by.descending()
                ? new Filter.KeyRange(by.column(), column.max() - taken + 1, column.max(), false)
                : new Filter.KeyRange(by.column(), column.min(), column.min() + taken - 1, false);
        return filter == null ? wanted : new Filter.And(List.of(filter, wanted));
    }

    /** The first rows of an order, at most {@code to}. */
    private static Rows sorted(TableStore<?> table, RowOrder order, Rows rows, long to) {
        if (to < rows.size() / TOP_ROWS_SHARE) {
            FirstOf first = new FirstOf((int) to, (a, b) -> order.compare(table, a, b));
            rows.forEach(first::offer);
            table.keepAlive();
            return listed(first.inOrder());
        }
        int[] sorted = new int[rows.size()];
        for (int place = 0; place < sorted.length; place++) {
            sorted[place] = rows.get(place);
        }
        IntSort.sort(sorted, (a, b) -> order.compare(table, a, b));
        return listed(sorted);
    }

    private static Rows listed(int[] rows) {
        return new Rows.Listed(rows, 0, rows.length);
    }
}
