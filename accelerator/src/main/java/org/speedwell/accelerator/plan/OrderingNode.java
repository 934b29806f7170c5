package org.speedwell.accelerator.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.IntSort;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.kernel.Bitmap;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.kernel.Selector;
import org.speedwell.accelerator.kernel.SelectorBuilder;
import org.speedwell.accelerator.kernel.Shares;
import org.speedwell.accelerator.kernel.TopByZones;
import org.speedwell.accelerator.kernel.TopN;

/** A step that sorts rows or returns a window of them. */
public sealed interface OrderingNode extends RowNode {

    /**
     * A window of rows.
     *
     * @param from the first place
     * @param to the place after the last
     */
    record Window(RowNode input, long from, long to) implements OrderingNode {
        @Override
        public List<Step> inputs() {
            return List.of(input);
        }

        @Override
        public Rows run(Execution execution) {
            Rows rows = input instanceof AccessPath access ? access.first(execution, to) : execution.step(input);
            return rows.slice(place(from, rows), place(to, rows));
        }

        @Override
        public double expected() {
            return Cost.inWindow(input.expected(), from, to);
        }

        @Override
        public double cost() {
            return input.cost();
        }

        @Override
        public String describe() {
            String skip = from == 0 ? "" : "skip %,d".formatted(from);
            String limit = to == Long.MAX_VALUE ? "" : "limit %,d".formatted(to - from);
            return skip.isEmpty() || limit.isEmpty() ? skip + limit : skip + ", " + limit;
        }
    }

    /**
     * The rows in the order of an index.
     *
     * @param filter the filter that selects the positions; null for all rows
     * @param low the first position
     * @param high the position of the first NULL row
     * @param end the position after the last row
     */
    record IndexOrder(@Nullable Filter filter, SortedIndex index, RowOrder.By by, int low, int high, int end)
            implements OrderingNode {
        @Override
        public List<Step> inputs() {
            return List.of();
        }

        @Override
        public Rows run(Execution execution) {
            Rows keyed = by.descending()
                    ? new Rows.Descending(index, low, high, 0, high - low)
                    : new Rows.Ascending(index, low, high);
            if (high == end) {
                return keyed;
            }
            Rows nulls = new Rows.Ascending(index, high, end);
            return by.nullsFirst() ? new Rows.Joined(nulls, keyed) : new Rows.Joined(keyed, nulls);
        }

        @Override
        public double expected() {
            return (double) end - low;
        }

        /** Returns 0, because later steps read the rows. */
        @Override
        public double cost() {
            return 0;
        }

        @Override
        public String describe() {
            String rows = filter == null ? "" : "filter " + FilterText.of(filter) + ", ";
            return rows + "sorted by " + by + " → sorted index";
        }
    }

    /**
     * The rows in an order of several columns, if an index has the order of the first column. The step sorts only ties,
     * and only inside a window.
     */
    record TieSort(IndexOrder byFirst, RowOrder order, long from, long to) implements OrderingNode {
        @Override
        public List<Step> inputs() {
            return List.of(byFirst);
        }

        @Override
        public Rows run(Execution execution) {
            Rows rows = execution.step(byFirst);
            int first = place(from, rows);
            int end = place(to, rows);
            return first >= end ? rows.slice(first, first) : window(rows, first, end);
        }

        /** Sorts the groups of ties that overlap the window. */
        private Rows window(Rows all, int from, int to) {
            RowOrder.By by = order.first();
            int start = from;
            while (start > 0 && by.compare(all.get(start - 1), all.get(from)) == 0) {
                start--;
            }
            int end = to;
            while (end < all.size() && by.compare(all.get(end), all.get(to - 1)) == 0) {
                end++;
            }
            int[] rows = array(all.slice(start, end));
            int group = 0;
            for (int i = 1; i <= rows.length; i++) {
                if (i == rows.length || by.compare(rows[i], rows[group]) != 0) {
                    if (i - group > 1) {
                        IntSort.sort(rows, group, i, order::compareTies);
                    }
                    group = i;
                }
            }
            return new Rows.Listed(rows, from - start, to - start);
        }

        @Override
        public double expected() {
            return Cost.inWindow(byFirst.expected(), from, to);
        }

        @Override
        public double cost() {
            return expected() * Cost.SORTED_ROW;
        }

        @Override
        public String describe() {
            return "sorted by " + order + " → sort of ties";
        }
    }

    /** Rows that an earlier step has found before the planner chose this plan. */
    record Found(Rows rows) implements OrderingNode {
        @Override
        public List<Step> inputs() {
            return List.of();
        }

        @Override
        public Rows run(Execution execution) {
            return rows;
        }

        @Override
        public double expected() {
            return rows.size();
        }

        @Override
        public double cost() {
            return 0;
        }

        @Override
        public String describe() {
            return "rows found";
        }
    }

    /** A sort of rows. */
    record Sort(RowNode input, RowOrder order) implements OrderingNode {
        @Override
        public List<Step> inputs() {
            return List.of(input);
        }

        @Override
        public Rows run(Execution execution) {
            int[] rows = array(execution.step(input));
            IntSort.sort(rows, order::compare, execution.parallel());
            return AccessPath.listed(rows);
        }

        @Override
        public double expected() {
            return input.expected();
        }

        @Override
        public double cost() {
            return input.cost() + input.expected() * Cost.SORTED_ROW;
        }

        @Override
        public String describe() {
            return "sorted by " + order + " → sort of the rows";
        }
    }

    /** The top-N rows of an order, without sorting the others. */
    record Top(RowNode input, RowOrder order, int limit) implements OrderingNode {
        @Override
        public List<Step> inputs() {
            return List.of(input);
        }

        @Override
        public Rows run(Execution execution) {
            Rows rows = execution.step(input);
            TopN first = Shares.of(rows.size(), execution.parallel(), (from, to) -> top(rows.slice(from, to))).stream()
                    .reduce((one, other) -> {
                        one.offerAll(other);
                        return one;
                    })
                    .orElseThrow();
            return AccessPath.listed(first.inOrder());
        }

        private TopN top(Rows rows) {
            TopN first = new TopN(limit, order::compare);
            rows.forEach(first::offer);
            return first;
        }

        @Override
        public double expected() {
            return Math.min(limit, input.expected());
        }

        @Override
        public double cost() {
            return input.cost() + input.expected() * Cost.OFFERED_ROW + limit * Cost.SORTED_ROW;
        }

        @Override
        public String describe() {
            return "sorted by " + order + " → first %,d picked".formatted(limit);
        }
    }

    /**
     * The top-N rows of a scan in an order. The step reads first the blocks that have the best keys by the zone map of
     * the first column, and skips blocks without any row of the first ones.
     *
     * @param filter the filter of the rows; null for all rows
     */
    record ZonedTop(Planner planner, @Nullable Filter filter, AccessPath rows, RowOrder order, int limit)
            implements OrderingNode {
        /** Returns whether this step can sort by an order. NULL rows are possible only if no other column follows. */
        static boolean isPossible(RowOrder order) {
            KeyColumn column = order.first().column().column();
            return TopByZones.isPossible(column)
                    && (column.nulls() == 0 || order.ties().isEmpty());
        }

        @Override
        public List<Step> inputs() {
            return List.of();
        }

        @Override
        public Rows run(Execution execution) {
            KeyColumn column = order.first().column().column();
            if (column.nulls() > 0) {
                return withNulls(execution);
            }
            int[] found = found(execution, limit);
            if (order.ties().isEmpty() || found.length == 0) {
                return AccessPath.listed(found);
            }
            long last = column.key(found[found.length - 1]);
            Filter firstKeys = order.first().descending()
                    ? new Filter.InRange(order.first().column(), last, column.max(), false)
                    : new Filter.InRange(order.first().column(), column.min(), last, false);
            return execution.step(planner.sorted(planner.access(filter, firstKeys), order, limit));
        }

        /** Returns the first rows without NULL rows, in the order of the first column. */
        private int[] found(Execution execution, int wanted) {
            Selector selector = filter == null ? null : new SelectorBuilder(planner.table()).build(filter);
            RowOrder.By by = order.first();
            return TopByZones.of(
                    planner.table(), by.column().column(), by.descending(), selector, wanted, execution.parallel());
        }

        /** Returns the first rows with NULL rows at their end of the order. NULL rows are in row order. */
        private Rows withNulls(Execution execution) {
            AccessPath nulls =
                    planner.access(filter, new Filter.NullRows(order.first().column()));
            if (order.first().nullsFirst()) {
                Rows before = nulls.first(execution, limit);
                int wanted = limit - before.size();
                return wanted == 0 ? before : new Rows.Joined(before, AccessPath.listed(found(execution, wanted)));
            }
            Rows keyed = AccessPath.listed(found(execution, limit));
            int wanted = limit - keyed.size();
            return wanted == 0 ? keyed : new Rows.Joined(keyed, nulls.first(execution, wanted));
        }

        @Override
        public double expected() {
            return Math.min(limit, rows.expected());
        }

        @Override
        public double cost() {
            return rows.cost() + rows.expected() * Cost.SCANNED_ROW;
        }

        @Override
        public String describe() {
            String filtered = filter == null ? "" : "filter " + FilterText.of(filter) + ", ";
            return filtered + "sorted by " + order + " → first %,d picked by the zone map".formatted(limit);
        }
    }

    /**
     * The rows of a scan in the order of an index. The step scans first, and chooses between an index walk and a sort
     * by the number of rows.
     */
    record ScanInOrder(AccessPath.TableScan scan, IndexOrder index, RowOrder order, long limit)
            implements OrderingNode {
        @Override
        public List<Step> inputs() {
            return List.of(scan);
        }

        @Override
        public Rows run(Execution execution) {
            Bitmap selected = execution.step(scan, () -> scan.scan(execution).select(), Bitmap::cardinality);
            int size = selected.cardinality();
            IndexWalk walk = new IndexWalk(index, selected, size, limit);
            return execution.step(
                    walk.cost() <= size * Cost.SORTED_ROW
                            ? walk
                            : new Planner(scan.table())
                                    .sorted(new Found(AccessPath.listed(selected.toArray())), order, limit));
        }

        @Override
        public double expected() {
            return Math.min((double) limit, scan.expected());
        }

        @Override
        public double cost() {
            return scan.cost() + index.expected() * Cost.WALKED_ROW;
        }

        @Override
        public String describe() {
            return "sorted by " + order;
        }
    }

    /** A walk along an index that skips rows that the scan did not select. */
    record IndexWalk(IndexOrder index, Bitmap selected, int size, long limit) implements OrderingNode {
        @Override
        public List<Step> inputs() {
            return List.of();
        }

        @Override
        public Rows run(Execution execution) {
            Rows all = execution.step(index);
            int[] rows = new int[(int) Math.min(size, limit)];
            for (int place = 0, next = 0; next < rows.length; place++) {
                int row = all.get(place);
                if (selected.get(row)) {
                    rows[next++] = row;
                }
            }
            return AccessPath.listed(rows);
        }

        @Override
        public double expected() {
            return Math.min(size, limit);
        }

        @Override
        public double cost() {
            return index.expected() * Cost.WALKED_ROW;
        }

        @Override
        public String describe() {
            return "walk of the sorted index on " + index.by.column().name();
        }
    }

    private static int place(long place, Rows rows) {
        return (int) Math.min(place, rows.size());
    }

    private static int[] array(Rows rows) {
        int[] array = new int[rows.size()];
        int[] next = {0};
        rows.forEach(row -> array[next[0]++] = row);
        return array;
    }
}
