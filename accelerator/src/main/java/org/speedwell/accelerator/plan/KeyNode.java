package org.speedwell.accelerator.plan;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.IntSort;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.kernel.FirstRows;
import org.speedwell.accelerator.kernel.RowList;
import org.speedwell.accelerator.kernel.RowWorker;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.store.ColumnRef;

/** A step on the values of one column. It compares keys and creates no values. A row represents its value. */
public sealed interface KeyNode extends RowNode {
    /**
     * An exception for a sort that meets NULL. The caller then sorts the values themselves, which throws the error that
     * a sort of a list throws.
     */
    final class NullComparedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private NullComparedException() {
            super("The natural order has no position for NULL", null, false, false);
        }
    }

    /** A step that returns the first row of each key of an index, in row order or in the order of the keys. */
    record KeyWalk(ColumnRef.Indexed column, RowOrder.@Nullable By by, double expected) implements KeyNode {
        @Override
        public List<Step> inputs() {
            return List.of();
        }

        @Override
        public Rows run(Execution execution) {
            SortedIndex index = column.index();
            RowList first = new RowList();
            boolean hasNull = index.valid() < index.rows();
            if (hasNull && by != null && by.nullsFirst()) {
                first.accept(index.row(index.valid()));
            }
            int keyed = first.size();
            for (int position = 0; position < index.valid(); ) {
                int row = index.row(position);
                first.accept(row);
                position = index.through(index.column().key(row));
            }
            if (by != null && by.descending()) {
                first.reverse(keyed);
            }
            if (hasNull && (by == null || !by.nullsFirst())) {
                first.accept(index.row(index.valid()));
            }
            if (by == null) {
                first.sort();
            }
            return first.toRows();
        }

        @Override
        public double cost() {
            return expected * (column.index().isDirect() ? Cost.WALKED_KEY : Cost.SEARCHED_KEY);
        }

        @Override
        public String describe() {
            return "distinct → keys of the sorted index on " + column.name();
        }
    }

    /** Returns an upper bound of the number of keys of a column, without NULL. */
    static double keys(ColumnRef.Ordered column) {
        return (double) column.column().max() - column.column().min() + 1;
    }

    /**
     * A step that returns the first row of each key, in the order of the rows.
     *
     * @param limit the number of rows after which the step may stop
     */
    record DistinctRows(RowNode input, ColumnRef.Ordered column, long limit) implements KeyNode {
        @Override
        public List<Step> inputs() {
            return List.of(input);
        }

        @Override
        public Rows run(Execution execution) {
            Supplier<FirstRows> workers = () -> new FirstRows(column.column());
            if (input instanceof AccessPath.TableScan scan) {
                FirstRows first = RowWorker.run(scan.scan(execution), workers);
                execution.fused(scan, first.read());
                return first.rows();
            }
            Rows rows = execution.step(input);
            return limit < rows.size()
                    ? FirstRows.of(rows, column.column(), (int) limit)
                    : RowWorker.run(rows, execution.parallel(), workers).rows();
        }

        @Override
        public double expected() {
            return Math.min((double) limit, Math.min(keys(column), input.expected()));
        }

        @Override
        public double cost() {
            return input.cost() + input.expected() * Cost.SEEN_ROW;
        }

        @Override
        public String describe() {
            return "distinct → keys of " + column.name();
        }
    }

    /** A step that sorts rows by key. The sort need not be stable, because rows with equal keys have equal values. */
    record KeySort(RowNode input, ColumnRef.Ordered column, boolean descending) implements KeyNode {
        @Override
        public List<Step> inputs() {
            return List.of(input);
        }

        @Override
        public Rows run(Execution execution) {
            KeyColumn keys = column.column();
            RowList list = new RowList();
            execution.step(input).forEach(list);
            if (list.size() > 1 && keys.nulls() > 0 && list.hasNull(keys)) {
                throw new NullComparedException();
            }
            int[] rows = list.toArray();
            IntSort.sort(
                    rows,
                    descending
                            ? (a, b) -> Long.compare(keys.key(b), keys.key(a))
                            : (a, b) -> Long.compare(keys.key(a), keys.key(b)),
                    execution.parallel());
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
            return (descending ? "sorted descending" : "sorted") + " → keys of " + column.name();
        }
    }
}
