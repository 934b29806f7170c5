package org.speedwell.accelerator.plan;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.KeySpace;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.eval.RowPath;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.kernel.Bitmap;
import org.speedwell.accelerator.kernel.DoubleTotals;
import org.speedwell.accelerator.kernel.GroupTotals;
import org.speedwell.accelerator.kernel.KeyTotals;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.kernel.RowWorker;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.kernel.Scan;
import org.speedwell.accelerator.kernel.Shares;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/** A plan node whose result is an aggregate instead of rows. */
public sealed interface AggregateNode<R> extends Node<R> {
    RowNode input();

    @Override
    default List<Step> inputs() {
        return List.of(input());
    }

    @Override
    default double expected() {
        return 1;
    }

    @Override
    default double cost() {
        return input().cost() + input().expected() * Cost.SCANNED_ROW;
    }

    @Override
    default long size(R result) {
        return 1;
    }

    /** A count of rows or values. */
    record Count(RowNode input, long from, long to) implements AggregateNode<Long> {
        @Override
        public Long run(Execution execution) {
            long rows = input instanceof AccessPath access
                    ? access.count(execution)
                    : execution.step(input).size();
            return Math.max(0, Math.min(rows, to) - from);
        }

        @Override
        public long size(Long count) {
            return count;
        }

        @Override
        public double expected() {
            return Cost.inWindow(input.expected(), from, to);
        }

        @Override
        public String describe() {
            return from == 0 && to == Long.MAX_VALUE ? "count" : "count of a window";
        }
    }

    /**
     * A filter on a foreign key: it selects the rows of another table that reference one of the input rows.
     *
     * @param input the referenced rows
     * @param step the foreign key, and the column that it refers to
     * @param referenced the name of the referenced table for {@code explain}
     * @param negated true to select the rows that reference none of the input rows
     */
    record SemiJoin(RowNode input, RowPath.Part step, String referenced, boolean negated)
            implements AggregateNode<Filter> {
        @Override
        public Filter run(Execution execution) {
            Rows rows = execution.step(input);
            List<long[]> shares =
                    Shares.of(rows.size(), execution.parallel(), (from, to) -> keys(rows.slice(from, to)));
            long[] keys = shares.size() == 1
                    ? shares.getFirst()
                    : shares.stream().flatMapToLong(Arrays::stream).toArray();
            return Filter.KeySet.of(step.foreign(), keys, keys.length, negated);
        }

        /** Returns the keys of rows, as the foreign key has them. Omits keys that it cannot have. */
        private long[] keys(Rows rows) {
            KeyColumn column = step.key().column();
            long[] keys = new long[rows.size()];
            RowBlock block = new RowBlock(1, Math.min(RowBlock.CAPACITY, keys.length));
            long[] read = new long[block.capacity()];
            int size = 0;
            for (int place = 0; place < keys.length; place += block.size) {
                block.fill(rows, place);
                column.keys(block.rows[0], block.size, read);
                for (int i = 0; i < block.size; i++) {
                    long translated = column.nulls() > 0 && column.isNull(block.rows[0][i])
                            ? KeySpace.Translation.NONE
                            : step.translation().of(read[i]);
                    if (translated != KeySpace.Translation.NONE) {
                        keys[size++] = translated;
                    }
                }
            }
            return size == keys.length ? keys : Arrays.copyOf(keys, size);
        }

        @Override
        public long size(Filter keys) {
            return keys instanceof Filter.KeySet set ? set.keys().length : 0;
        }

        @Override
        public double expected() {
            return input.expected();
        }

        @Override
        public double cost() {
            return input.cost() + input.expected() * Cost.SEMI_JOINED_ROW;
        }

        @Override
        public String describe() {
            return "%s on %s = %s.%s"
                    .formatted(
                            negated ? "anti-join" : "semi-join",
                            step.foreign().name(),
                            referenced,
                            step.key().name());
        }
    }

    /**
     * A count that subtracts the rows that one part of a filter excludes. It is fast if this part excludes few rows.
     *
     * @param all the rows that match the other parts. An index has their number
     * @param input the rows that match the other parts but not this part
     */
    record CountLess(AccessPath.IndexRows all, AccessPath.TestedRows input) implements AggregateNode<Long> {
        @Override
        public List<Step> inputs() {
            return List.of(all, input);
        }

        @Override
        public Long run(Execution execution) {
            return (long) all.count(execution) - input.count(execution);
        }

        @Override
        public long size(Long count) {
            return count;
        }

        @Override
        public double expected() {
            return all.expected() - input.expected();
        }

        @Override
        public String describe() {
            return "count of all rows, minus the excluded rows";
        }
    }

    /** A test whether a row exists. */
    record Exists(AccessPath input) implements AggregateNode<Boolean> {
        @Override
        public Boolean run(Execution execution) {
            return input.any(execution);
        }

        @Override
        public long size(Boolean exists) {
            return exists ? 1 : 0;
        }

        @Override
        public String describe() {
            return "any";
        }
    }

    /** The count, sum, minimum and maximum of a column's keys. */
    record Totals(AccessPath input, ColumnRef.Ordered column) implements AggregateNode<KeyTotals> {
        @Override
        public KeyTotals run(Execution execution) {
            KeyColumn keys = column.column();
            int[] gathered = input.gathered(execution);
            if (gathered != null) {
                return KeyTotals.of(input.table(), keys, gathered);
            }
            KeyTotals totals = KeyTotals.of(input.table(), keys, input.scan(execution), execution.parallel());
            execution.fused(input, totals.count());
            return totals;
        }

        @Override
        public String describe() {
            return "totals of " + column.name();
        }
    }

    /** The statistics of a column's values as doubles, added in row order. */
    record RealTotals(AccessPath input, ColumnRef.Ordered column) implements AggregateNode<DoubleSummaryStatistics> {
        @Override
        public DoubleSummaryStatistics run(Execution execution) {
            KeyColumn keys = column.column();
            int[] gathered = input.gathered(execution);
            if (gathered == null) {
                DoubleSummaryStatistics statistics =
                        DoubleTotals.of(input.table(), keys, input.scan(execution), execution.parallel());
                execution.fused(input, statistics.getCount());
                return statistics;
            }
            Arrays.sort(gathered);
            DoubleSummaryStatistics statistics = new DoubleSummaryStatistics();
            for (int row : gathered) {
                statistics.accept(keys.codec().doubleValue(keys.key(row)));
            }
            return statistics;
        }

        @Override
        public String describe() {
            return "totals of " + column.name() + ", in row order";
        }
    }

    /**
     * The counts of rows, and the sums of a column's keys, for all rows or by the keys of another column.
     *
     * @param by the grouping column; null for one group of all rows
     * @param values the summed column; null to count only
     */
    record Groups(AccessPath input, ColumnRef.@Nullable Ordered by, ColumnRef.@Nullable Ordered values)
            implements AggregateNode<GroupTotals> {
        @Override
        public GroupTotals run(Execution execution) {
            KeyColumn groups = by == null ? null : by.column();
            KeyColumn numbers = values == null ? null : values.column();
            int[] gathered = input.gathered(execution);
            if (gathered != null) {
                return GroupTotals.of(input.table(), groups, numbers, gathered);
            }
            GroupTotals totals =
                    GroupTotals.of(input.table(), groups, numbers, input.scan(execution), execution.parallel());
            execution.fused(input, rows(totals));
            return totals;
        }

        private static long rows(GroupTotals totals) {
            long rows = 0;
            for (int group = 0; group < totals.groups(); group++) {
                rows += totals.count(group);
            }
            return rows;
        }

        @Override
        public double expected() {
            return by == null ? 1 : Math.min(KeyNode.keys(by), input.expected());
        }

        @Override
        public long size(GroupTotals totals) {
            return by == null ? 1 : groups(totals);
        }

        @Override
        public String describe() {
            String of = values == null ? "count" : "count and sum of " + values.name();
            return by == null ? of : of + " by " + by.name();
        }
    }

    /** The counts of all rows by the keys of an index. The step reads the counts from the index and reads no rows. */
    record KeyCounts(AccessPath.AllRows input, ColumnRef.Indexed by) implements AggregateNode<GroupTotals> {
        @Override
        public GroupTotals run(Execution execution) {
            return GroupTotals.of(by.index());
        }

        @Override
        public double expected() {
            return KeyNode.keys(by);
        }

        @Override
        public double cost() {
            return expected() * Cost.GATHERED_ROW;
        }

        @Override
        public long size(GroupTotals totals) {
            return groups(totals);
        }

        @Override
        public String describe() {
            return "count by " + by.name() + " → sorted index";
        }
    }

    /** Returns the number of groups with rows. */
    private static long groups(GroupTotals totals) {
        long groups = 0;
        for (int group = 0; group < totals.groups(); group++) {
            groups += totals.count(group) > 0 ? 1 : 0;
        }
        return groups;
    }

    /**
     * The work of aggregators that receive the rows block by block, with one worker for each thread.
     *
     * @param workers creates a worker
     * @param rows returns the number of rows that a worker has received
     * @param results returns the number of results of a worker
     * @param describe a description of the work for {@code explain}
     */
    record Worked<W extends RowWorker<W>>(
            RowNode input,
            TableStore<?> table,
            Supplier<W> workers,
            ToLongFunction<W> rows,
            ToLongFunction<W> results,
            String describe)
            implements AggregateNode<W> {
        @Override
        public W run(Execution execution) {
            if (!(input instanceof AccessPath access)) {
                return RowWorker.run(execution.step(input), execution.parallel(), workers);
            }
            int[] gathered = access.gathered(execution);
            if (gathered != null) {
                int[] inOrder = Bitmap.sorted(gathered, table.end());
                return RowWorker.run(AccessPath.listed(inOrder), execution.parallel(), workers);
            }
            Scan scan = access.scan(execution);
            W all = RowWorker.run(scan == null ? Scan.ofPresent(table, execution.parallel()) : scan, workers);
            execution.fused(input, rows.applyAsLong(all));
            return all;
        }

        @Override
        public long size(W all) {
            return results.applyAsLong(all);
        }
    }

    /**
     * A result that adds up a column's values row by row, in the order of the input. The planner uses it if that order
     * or a window changes the result.
     */
    record InOrder<R>(RowNode input, ColumnRef.Ordered column, Function<Rows, R> adding) implements AggregateNode<R> {
        @Override
        public R run(Execution execution) {
            return adding.apply(execution.step(input));
        }

        @Override
        public String describe() {
            return "totals of " + column.name() + ", in the order of the rows";
        }
    }
}
