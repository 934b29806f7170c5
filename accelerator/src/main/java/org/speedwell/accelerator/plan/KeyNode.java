package org.speedwell.accelerator.plan;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.IntSort;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.kernel.SeenKeys;
import org.speedwell.accelerator.store.ColumnRef;

/**
 * Steps on the values of a column, of which a row stands for the one that it has: keys are compared, and no value is made.
 */
public sealed interface KeyNode extends RowNode {
    /** Comparing NULL is the error that it is over a list; the caller brings it about. */
    final class NullComparedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private NullComparedException() {
            super("NULL has no place in a natural order", null, false, false);
        }
    }

    /** The first row of each key of an index, in the order of rows, or of keys. */
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
            int keyed = first.size;
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
        public String words() {
            return "distinct → keys of the sorted index on " + column.name();
        }
    }

    /** How many keys a column can have at most, NULL left out. */
    static double keys(ColumnRef.Ordered column) {
        return (double) column.column().max() - column.column().min() + 1;
    }

    /** The first row of each key, in the order of the rows; about so many at the most. */
    record DistinctRows(RowNode input, ColumnRef.Ordered column, long most) implements KeyNode {
        @Override
        public List<Step> inputs() {
            return List.of(input);
        }

        @Override
        public Rows run(Execution execution) {
            SeenKeys seen = new SeenKeys(column.column());
            RowList first = new RowList();
            if (input instanceof AccessPath.TableScan scan) {
                int[] read = {0};
                IntConsumer action = row -> {
                    read[0]++;
                    if (seen.isFirst(row)) {
                        first.accept(row);
                    }
                };
                execution.step(
                        scan,
                        () -> {
                            scan.forEach(execution, action);
                            return read[0];
                        },
                        Integer::longValue);
                return first.toRows();
            }
            Rows rows = execution.step(input);
            for (int place = 0; place < rows.size() && first.size < most; place++) {
                int row = rows.get(place);
                if (seen.isFirst(row)) {
                    first.accept(row);
                }
            }
            return first.toRows();
        }

        @Override
        public double expected() {
            return Math.min((double) most, Math.min(keys(column), input.expected()));
        }

        @Override
        public double cost() {
            return input.cost() + input.expected() * Cost.SEEN_ROW;
        }

        @Override
        public String words() {
            return "distinct → keys of " + column.name();
        }
    }

    /** Rows by their keys alone: those of equal keys may change places, as their values are the same. */
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
            if (list.size > 1 && keys.nulls() > 0 && list.anyMatch(keys)) {
                throw new NullComparedException();
            }
            int[] rows = Arrays.copyOf(list.rows, list.size);
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
        public String words() {
            return (descending ? "sorted descending" : "sorted") + " → keys of " + column.name();
        }
    }

    /** Row ids that come one by one. */
    final class RowList implements IntConsumer {
        private int[] rows = new int[16];
        private int size;

        @Override
        public void accept(int row) {
            if (size == rows.length) {
                rows = Arrays.copyOf(rows, 2 * size);
            }
            rows[size++] = row;
        }

        private boolean anyMatch(KeyColumn nullable) {
            for (int i = 0; i < size; i++) {
                if (nullable.isNull(rows[i])) {
                    return true;
                }
            }
            return false;
        }

        private void sort() {
            Arrays.sort(rows, 0, size);
        }

        /** Those from a place on. */
        private void reverse(int from) {
            for (int i = from, j = size - 1; i < j; i++, j--) {
                int row = rows[i];
                rows[i] = rows[j];
                rows[j] = row;
            }
        }

        private Rows toRows() {
            return new Rows.Listed(rows, 0, size);
        }
    }
}
