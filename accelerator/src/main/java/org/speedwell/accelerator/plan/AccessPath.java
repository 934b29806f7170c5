package org.speedwell.accelerator.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.kernel.Bitmap;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.kernel.Scan;
import org.speedwell.accelerator.kernel.Selector;
import org.speedwell.accelerator.kernel.Shares;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * A way to read the rows that a filter matches, or all rows. It can count them, list them in row order or pass them to
 * an aggregation loop. Each of these operations records itself in the execution.
 */
public sealed interface AccessPath extends RowNode {
    /**
     * The divisor for sorting candidates: if there are more than 1/64 of the table's row ids, the test reads them in
     * row order.
     */
    int ROWS_IN_ORDER = 64;

    TableStore<?> table();

    /** Returns the number of rows. */
    int count(Execution execution);

    /** Returns whether there is a row. */
    default boolean any(Execution execution) {
        return count(execution) > 0;
    }

    /** Returns the first {@code limit} rows, or fewer, in row order. */
    Rows first(Execution execution, long limit);

    /**
     * Returns the rows in undefined order if this access path finds them one by one. Null if all rows match, or if a
     * scan finds them.
     */
    default int @Nullable [] gathered(Execution execution) {
        return null;
    }

    /** Returns the scan that selects the rows. Null if all rows match, or if {@link #gathered} returns the rows. */
    default @Nullable Scan scan(Execution execution) {
        return null;
    }

    @Override
    default Rows run(Execution execution) {
        return first(execution, Long.MAX_VALUE);
    }

    /** Every row of the table. */
    record AllRows(TableStore<?> table) implements AccessPath {
        @Override
        public List<Step> inputs() {
            return List.of();
        }

        @Override
        public @Nullable Scan scan(Execution execution) {
            return table.present() == null ? null : Scan.ofPresent(table, execution.parallel());
        }

        @Override
        public int count(Execution execution) {
            execution.fused(this, table.rows());
            return table.rows();
        }

        @Override
        public Rows first(Execution execution, long limit) {
            int wanted = (int) Math.min(limit, table.rows());
            Scan scan = scan(execution);
            Rows rows = scan == null ? new Rows.Sequence(0, wanted) : listed(scan.first(wanted));
            execution.fused(this, rows.size());
            return rows;
        }

        @Override
        public double expected() {
            return table.rows();
        }

        @Override
        public double cost() {
            return 0;
        }

        @Override
        public String describe() {
            return "all rows of " + table.name();
        }
    }

    /** A scan of the whole table, block by block. */
    record TableScan(TableStore<?> table, Filter filter, Selector selector, double expected) implements AccessPath {
        @Override
        public List<Step> inputs() {
            return List.of();
        }

        @Override
        public Scan scan(Execution execution) {
            return new Scan(table, selector, execution.parallel());
        }

        @Override
        public int count(Execution execution) {
            return execution.step(this, scan(execution)::count, Integer::longValue);
        }

        @Override
        public boolean any(Execution execution) {
            return execution.step(this, scan(execution)::any, any -> any ? 1 : 0);
        }

        @Override
        public Rows first(Execution execution, long limit) {
            return execution.step(
                    this, () -> listed(scan(execution).first((int) Math.min(limit, table.rows()))), Rows::size);
        }

        @Override
        public double cost() {
            return cost(table);
        }

        static double cost(TableStore<?> table) {
            return table.rows() * Cost.SCANNED_ROW;
        }

        @Override
        public String describe() {
            String columns = columns(filter).map(ColumnRef::name).distinct().collect(Collectors.joining(", "));
            String how = columns.isEmpty() ? "known without a scan" : "scan of " + columns;
            return "filter " + FilterText.of(filter) + " → " + how;
        }

        private static Stream<ColumnRef> columns(Filter filter) {
            return switch (filter) {
                case Filter.Constant _ -> Stream.empty();
                case Filter.NullRows nulls -> Stream.of(nulls.column());
                case Filter.InRange range -> Stream.of(range.column());
                case Filter.KeySet set -> Stream.of(set.column());
                case Filter.KeyOrdered ordered -> Stream.of(ordered.below(), ordered.above());
                case Filter.FieldTest test -> Stream.of(test.column());
                case Filter.TextMatch match -> Stream.of(match.column());
                case Filter.Computed computed ->
                    computed.columns().entrySet().stream()
                            .filter(read -> read.getKey().row() instanceof Row.Element)
                            .map(Map.Entry::getValue);
                case Filter.And and -> and.filters().stream().flatMap(TableScan::columns);
                case Filter.Or or -> or.filters().stream().flatMap(TableScan::columns);
            };
        }
    }

    /**
     * Some given rows, or those of them that pass a filter.
     *
     * @param rows their row ids, in ascending order
     * @param filter the filter; null if there is none
     * @param test the executable filter; null if there is none
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record ListedRows(
            TableStore<?> table,
            int[] rows,
            @Nullable Filter filter,
            @Nullable Selector test) implements AccessPath {
        @Override
        public List<Step> inputs() {
            return List.of();
        }

        @Override
        public int count(Execution execution) {
            return gathered(execution).length;
        }

        @Override
        public Rows first(Execution execution, long limit) {
            int[] found = gathered(execution);
            return listed(found).slice(0, (int) Math.min(limit, found.length));
        }

        @Override
        public int[] gathered(Execution execution) {
            return execution.step(this, this::matching, found -> found.length);
        }

        private int[] matching() {
            return test == null ? rows.clone() : IndexRows.matching(test, rows, 0, rows.length);
        }

        @Override
        public double expected() {
            return rows.length;
        }

        @Override
        public double cost() {
            return rows.length * Cost.GATHERED_ROW;
        }

        @Override
        public String describe() {
            return "listed rows of " + table.name()
                    + (filter == null ? "" : ", filter " + FilterText.of(filter) + " → test of each row");
        }
    }

    /**
     * The rows at some positions of an index. The planner knows the positions before the query reads any row.
     *
     * @param filter the filter that these rows satisfy
     * @param columns the columns of the index
     * @param bounds pairs of positions, from and to
     * @param rows the number of rows at the positions
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record IndexRows(
            TableStore<?> table,
            Filter filter,
            SortedIndex index,
            List<ColumnRef.Ordered> columns,
            int[] bounds,
            int rows)
            implements AccessPath {
        @Override
        public List<Step> inputs() {
            return List.of();
        }

        @Override
        public int count(Execution execution) {
            execution.fused(this, rows);
            return rows;
        }

        @Override
        public Rows first(Execution execution, long limit) {
            return execution.step(this, () -> first(limit), Rows::size);
        }

        private Rows first(long limit) {
            return isInRowOrder()
                    ? new Rows.Ascending(index, bounds[0], bounds[1]).slice(0, (int) Math.min(limit, rows))
                    : inRowOrder(listed(), table, limit);
        }

        /**
         * Returns whether the index lists these rows in row order. It does so for rows of one key, and for NULL rows.
         */
        boolean isInRowOrder() {
            return bounds.length == 2
                    && (rows == 0
                            || bounds[0] >= index.valid()
                            || index.column().key(index.row(bounds[0]))
                                    == index.column().key(index.row(bounds[1] - 1)));
        }

        /** Returns whether all rows have one key, so that they are in row order already. */
        boolean isOneKey() {
            return filter instanceof Filter.InRange range && range.low() == range.high();
        }

        @Override
        public int[] gathered(Execution execution) {
            return execution.step(this, this::listed, found -> found.length);
        }

        /** Returns the rows that pass a test. */
        private int[] matching(Selector test, boolean parallel) {
            // sorted candidates let the tests of many rows read memory in order
            int[] candidates = rows > table.end() / ROWS_IN_ORDER ? Bitmap.sorted(listed(), table.end()) : listed();
            List<int[]> shares = Shares.of(rows, parallel, (from, to) -> matching(test, candidates, from, to));
            return shares.size() == 1
                    ? shares.getFirst()
                    : shares.stream().flatMapToInt(Arrays::stream).toArray();
        }

        /** Returns the rows in the order of the index. */
        private int[] listed() {
            int[] found = new int[rows];
            int size = 0;
            for (int i = 0; i < bounds.length; i += 2) {
                if (bounds[i] < bounds[i + 1]) {
                    index.copyRows(bounds[i], bounds[i + 1], found, size);
                    size += bounds[i + 1] - bounds[i];
                }
            }
            return found;
        }

        /** Returns the rows of a share that pass a test. It tests a block of rows at a time. */
        private static int[] matching(Selector test, int[] rows, int from, int to) {
            int[] found = new int[to - from];
            int[] block = new int[Math.min(Selector.ROWS, to - from)];
            int size = 0;
            for (int next = from; next < to; next += block.length) {
                int count = Math.min(block.length, to - next);
                System.arraycopy(rows, next, block, 0, count);
                int kept = test.keep(block, count);
                System.arraycopy(block, 0, found, size, kept);
                size += kept;
            }
            return size == found.length ? found : Arrays.copyOf(found, size);
        }

        @Override
        public double expected() {
            return rows;
        }

        @Override
        public double cost() {
            return rows * Cost.GATHERED_ROW;
        }

        @Override
        public String describe() {
            return "filter " + FilterText.of(filter) + " → sorted index on "
                    + columns.stream().map(ColumnRef::name).collect(Collectors.joining(" and "));
        }
    }

    /** The rows of an index that also match a residual predicate. */
    record TestedRows(IndexRows candidates, Filter filter, Selector selector, double expected) implements AccessPath {
        @Override
        public List<Step> inputs() {
            return List.of(candidates);
        }

        @Override
        public TableStore<?> table() {
            return candidates.table;
        }

        @Override
        public int count(Execution execution) {
            return gathered(execution).length;
        }

        @Override
        public Rows first(Execution execution, long limit) {
            return inRowOrder(gathered(execution), table(), limit);
        }

        @Override
        public int[] gathered(Execution execution) {
            return execution.step(
                    this,
                    () -> {
                        execution.fused(candidates, candidates.rows);
                        return candidates.matching(selector, execution.parallel());
                    },
                    found -> found.length);
        }

        @Override
        public double cost() {
            return candidates.cost();
        }

        @Override
        public String describe() {
            return "filter " + FilterText.of(filter) + " → test of each candidate";
        }
    }

    private static Rows inRowOrder(int[] rows, TableStore<?> table, long limit) {
        return listed(Bitmap.sorted(rows, table.end())).slice(0, (int) Math.min(limit, rows.length));
    }

    static Rows listed(int[] rows) {
        return new Rows.Listed(rows, 0, rows.length);
    }
}
