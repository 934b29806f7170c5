package org.speedwell.accelerator.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.IntSort;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.kernel.SeenKeys;
import org.speedwell.accelerator.store.TableStore;

/**
 * The values of one column for the rows of a query, and what is done with them one after another: repeated ones left out,
 * sorted, cut to a window. Keys are compared, and a row stands for the value that it has, so that no value is made.
 *
 * @param column one of ordered keys, whose values are equal where their keys are
 * @param steps what is done behind the query; what it can do itself is in the query
 */
public record ValueQuery(RowQuery query, int column, List<Step> steps) {
    /** An index is walked key by key where there are so many times more rows. */
    private static final int WALK_COST = 4;

    /** What is done with values. */
    public sealed interface Step {
        /** The same with a stream of values. */
        <V> Stream<V> on(Stream<V> values);
    }

    /** Leaves out values that came before. */
    record Distinct() implements Step {
        @Override
        public <V> Stream<V> on(Stream<V> values) {
            return values.distinct();
        }
    }

    /** Sorts in natural order, or its opposite. */
    record Sorted(boolean descending) implements Step {
        @Override
        @SuppressWarnings("unchecked") // values with a natural order
        public <V> Stream<V> on(Stream<V> values) {
            Stream<Comparable<Object>> comparable = (Stream<Comparable<Object>>) values;
            return (Stream<V>) (descending ? comparable.sorted(Comparator.reverseOrder()) : values.sorted());
        }
    }

    /** Leaves out those before {@code from} and those from {@code to} on. */
    record Window(long from, long to) implements Step {
        @Override
        public <V> Stream<V> on(Stream<V> values) {
            return values.skip(from).limit(to - from);
        }
    }

    public ValueQuery distinct() {
        return with(new Distinct());
    }

    /** In natural order, or its opposite. */
    public ValueQuery sorted(TableStore<?> table, boolean descending) {
        return steps.isEmpty() && !query.hasWindow() && table.column(column).nulls() == 0
                ? new ValueQuery(query.reordered(new RowOrder.By(column, descending, false)), column, steps)
                : with(new Sorted(descending));
    }

    public ValueQuery skip(long n) {
        return steps.isEmpty() ? new ValueQuery(query.skip(n), column, steps) : with(new Window(n, Long.MAX_VALUE));
    }

    public ValueQuery limit(long n) {
        return steps.isEmpty() ? new ValueQuery(query.limit(n), column, steps) : with(new Window(0, n));
    }

    private ValueQuery with(Step step) {
        List<Step> longer = new ArrayList<>(steps);
        longer.add(step);
        return new ValueQuery(query, column, List.copyOf(longer));
    }

    /** Whether the stream of a list would know how many values there are. */
    public boolean isSized() {
        return !query.hasFilter() && steps.stream().noneMatch(Distinct.class::isInstance);
    }

    /** A row for each value, in order; null where NULL would have to be compared, which is an error. */
    public @Nullable Rows rows(TableStore<?> table) {
        int done = 0;
        Rows rows;
        if (!steps.isEmpty() && steps.getFirst() instanceof Distinct && query.trace() == null) {
            long limit = steps.size() > 1 && steps.get(1) instanceof Window window ? window.to : Long.MAX_VALUE;
            IntList first = new IntList();
            firstRows(table, limit, first::add);
            rows = first.toRows();
            done = 1;
        } else {
            rows = query.rows(table);
        }
        for (Step step : steps.subList(done, steps.size())) {
            Rows next = after(table, step, rows);
            if (next == null) {
                return null;
            }
            Trace trace = query.trace();
            if (trace != null) {
                trace.step(words(table, step), rows.size(), next.size());
            }
            rows = next;
        }
        table.keepAlive();
        return rows;
    }

    /** How many values there are, or −1 where NULL would have to be compared. */
    public long count(TableStore<?> table) {
        if (steps.isEmpty()) {
            return query.count(table);
        }
        if (steps.size() == 1 && steps.getFirst() instanceof Distinct && query.trace() == null) {
            long[] count = {0};
            firstRows(table, Long.MAX_VALUE, _ -> count[0]++);
            table.keepAlive();
            return count[0];
        }
        Rows rows = rows(table);
        return rows == null ? -1 : rows.size();
    }

    private KeyColumn keys(TableStore<?> table) {
        return (KeyColumn) table.column(column);
    }

    private @Nullable Rows after(TableStore<?> table, Step step, Rows rows) {
        return switch (step) {
            case Distinct _ -> {
                SeenKeys seen = new SeenKeys(keys(table));
                IntList first = new IntList();
                rows.forEach(row -> {
                    if (seen.isFirst(row)) {
                        first.add(row);
                    }
                });
                yield first.toRows();
            }
            case Sorted sorted -> sorted(keys(table), sorted.descending, rows);
            case Window window ->
                rows.slice((int) Math.min(window.from, rows.size()), (int) Math.min(window.to, rows.size()));
        };
    }

    /** The first rows of the query that have each key, in their order, about so many at the most. */
    private void firstRows(TableStore<?> table, long limit, IntConsumer action) {
        KeyColumn keys = keys(table);
        SortedIndex index = table.index(column);
        long span = keys.max() - keys.min();
        boolean isAll = query.isUnfiltered() && query.order() == null;
        boolean isByKey = query.by() != null && query.by().column() == column;
        if (index != null && isAll && (query.by() == null || isByKey) && span >= 0 && span < table.rows() / WALK_COST) {
            walk(index, query.by(), action);
            return;
        }
        SeenKeys seen = new SeenKeys(keys);
        if (query.hasFilter()) {
            query.forEachRow(table, row -> {
                if (seen.isFirst(row)) {
                    action.accept(row);
                }
            });
            return;
        }
        Rows rows = query.rows(table);
        long found = 0;
        for (int place = 0; place < rows.size() && found < limit; place++) {
            if (seen.isFirst(rows.get(place))) {
                action.accept(rows.get(place));
                found++;
            }
        }
    }

    /** The first row of each key of an index, in the order of the keys if there is one, else of the rows. */
    private static void walk(SortedIndex index, RowOrder.@Nullable By by, IntConsumer action) {
        IntList first = new IntList();
        for (int position = 0; position < index.valid(); ) {
            int row = index.row(position);
            first.add(row);
            position = index.through(index.column().key(row));
        }
        if (by != null && by.descending()) {
            first.reverse();
        }
        boolean hasNull = index.valid() < index.rows();
        if (hasNull && by != null && by.nullsFirst()) {
            action.accept(index.row(index.valid()));
        }
        if (hasNull && (by == null || !by.nullsFirst())) {
            first.add(index.row(index.valid()));
        }
        if (by == null) {
            first.sort();
        }
        first.toRows().forEach(action);
    }

    /** Rows of equal keys may change places: their values are the same. Null where one of several is NULL. */
    private static @Nullable Rows sorted(KeyColumn keys, boolean descending, Rows rows) {
        int[] sorted = new int[rows.size()];
        for (int place = 0; place < sorted.length; place++) {
            sorted[place] = rows.get(place);
            if (sorted.length > 1 && keys.isNull(sorted[place])) {
                return null;
            }
        }
        IntSort.sort(
                sorted,
                descending
                        ? (a, b) -> Long.compare(keys.key(b), keys.key(a))
                        : (a, b) -> Long.compare(keys.key(a), keys.key(b)));
        return new Rows.Listed(sorted, 0, sorted.length);
    }

    private String words(TableStore<?> table, Step step) {
        String keys = " → keys of " + table.columnName(column);
        return switch (step) {
            case Distinct _ -> "distinct" + keys;
            case Sorted sorted -> (sorted.descending ? "sorted descending" : "sorted") + keys;
            case Window window ->
                window.to == Long.MAX_VALUE
                        ? "skip %,d".formatted(window.from)
                        : "limit %,d".formatted(window.to - window.from);
        };
    }

    /** Row ids that come one by one. */
    private static final class IntList {
        private int[] rows = new int[16];
        private int size;

        void add(int row) {
            if (size == rows.length) {
                rows = Arrays.copyOf(rows, 2 * size);
            }
            rows[size++] = row;
        }

        void sort() {
            Arrays.sort(rows, 0, size);
        }

        void reverse() {
            for (int i = 0, j = size - 1; i < j; i++, j--) {
                int row = rows[i];
                rows[i] = rows[j];
                rows[j] = row;
            }
        }

        Rows toRows() {
            return new Rows.Listed(rows, 0, size);
        }
    }
}
