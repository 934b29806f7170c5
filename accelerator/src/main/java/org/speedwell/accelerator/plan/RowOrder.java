package org.speedwell.accelerator.plan;

import com.speedment.runtime.field.comparator.CombinedComparator;
import com.speedment.runtime.field.comparator.FieldComparator;
import com.speedment.runtime.field.comparator.NullOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.lambda.KnownOrder;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * An order of rows by the keys of columns, the first that differs deciding; rows that none tells apart keep row order.
 *
 * <p>The commonest order, that of one column, has a component of its own, so that the compiler sees its exact class and
 * need not make it at all.
 *
 * @param ties what decides where the first column does not; mostly empty
 */
public record RowOrder(By first, List<By> ties) {

    /** One column of an order, the direction of its keys, and where NULL rows go. */
    public record By(ColumnRef.Ordered column, boolean descending, boolean nullsFirst) {

        /** The order of a comparator of one field with ordered keys, or null. */
        public static @Nullable By of(TableStore<?> table, Comparator<?> comparator) {
            if (!(comparator instanceof FieldComparator<?> by)
                    || !(table.ref(by.getField().identifier()) instanceof ColumnRef.Ordered column)) {
                return null;
            }
            NullOrder nulls = by.getNullOrder();
            if (nulls == NullOrder.NONE && column.column().nulls() > 0) {
                return null; // Speedment throws when it meets a null: let it
            }
            boolean descending = by.isReversed();
            return new By(column, descending, (nulls == NullOrder.FIRST) != descending);
        }

        /** Returns the order of a field; null where a value may be NULL: the comparator then throws. */
        public static @Nullable By of(TableStore<?> table, KnownOrder.By by) {
            int place = table.fields().place(by.field());
            return place >= 0
                            && table.ref(place) instanceof ColumnRef.Ordered column
                            && column.column().nulls() == 0
                    ? new By(column, by.descending(), false)
                    : null;
        }

        By reversed() {
            return new By(column, !descending, !nullsFirst);
        }

        @Override
        public String toString() {
            return column.name() + (descending ? " descending" : "");
        }

        /** Compares two rows of the column's table. */
        public int compare(int a, int b) {
            KeyColumn keys = column.column();
            boolean nullA = keys.isNull(a);
            boolean nullB = keys.isNull(b);
            if (nullA || nullB) {
                return nullA == nullB ? 0 : nullA == nullsFirst ? -1 : 1;
            }
            int ascending = Long.compare(keys.key(a), keys.key(b));
            return descending ? -ascending : ascending;
        }
    }

    /** The order of a comparator, or null where it is opaque. */
    public static @Nullable RowOrder of(TableStore<?> table, Comparator<?> comparator) {
        if (comparator instanceof KnownOrder<?> known) {
            return of(table, known);
        }
        if (!(comparator instanceof CombinedComparator<?> combined)) {
            By by = By.of(table, comparator);
            return by == null ? null : new RowOrder(by, List.of());
        }
        List<By> columns = new ArrayList<>(combined.size());
        combined.stream().forEachOrdered(part -> {
            By by = By.of(table, part);
            if (by != null) {
                columns.add(by);
            }
        });
        return columns.size() < combined.size() ? null : of(columns);
    }

    private static @Nullable RowOrder of(TableStore<?> table, KnownOrder<?> known) {
        List<By> columns = new ArrayList<>();
        for (KnownOrder.By by : known.fields()) {
            By column = By.of(table, by);
            if (column == null) {
                return null;
            }
            columns.add(column);
        }
        return of(columns);
    }

    private static RowOrder of(List<By> columns) {
        return new RowOrder(columns.getFirst(), columns.subList(1, columns.size()));
    }

    private Stream<By> columns() {
        return Stream.concat(Stream.of(first), ties.stream());
    }

    /** The opposite order; rows that none tells apart still keep row order. */
    public RowOrder reversed() {
        return of(columns().map(By::reversed).toList());
    }

    /** This order where the other has no opinion: what sorting by this, then stably by the other, gives. */
    RowOrder after(RowOrder other) {
        return of(Stream.concat(other.columns(), columns()).toList());
    }

    /** Compares two rows of the columns' table. */
    public int compare(int a, int b) {
        int compared = first.compare(a, b);
        return compared == 0 ? compareTies(a, b) : compared;
    }

    /** Compares two rows that the first column does not tell apart. */
    int compareTies(int a, int b) {
        int compared = 0;
        for (int i = 0; compared == 0 && i < ties.size(); i++) {
            compared = ties.get(i).compare(a, b);
        }
        return compared;
    }

    @Override
    public String toString() {
        return columns().map(By::toString).collect(Collectors.joining(", "));
    }
}
