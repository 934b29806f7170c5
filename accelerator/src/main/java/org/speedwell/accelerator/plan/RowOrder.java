package org.speedwell.accelerator.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expression.FieldOrder;
import org.speedwell.accelerator.lambda.AnalyzedOrder;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * An order of rows by the keys of columns. The first column that differs decides; rows with equal keys keep row order.
 *
 * <p>The first column, usually the only one, has its own component, so that the compiler sees its exact class and can
 * avoid the allocation.
 *
 * @param ties the columns that decide where the first one does not; mostly empty
 */
public record RowOrder(By first, List<By> ties) {

    /** One column of an order, the direction of its keys, and the place of NULL rows. */
    public record By(ColumnRef.Ordered column, boolean descending, boolean nullsFirst) {

        /**
         * Returns the order of a comparator of one field; null if the comparator is opaque, or has no order of a single
         * field.
         */
        public static @Nullable By of(TableStore<?> table, Comparator<?> comparator) {
            FieldOrder order = FieldOrder.ofField(comparator);
            return order == null ? null : of(table, order);
        }

        /**
         * Returns the order of a field with ordered keys; null if it has none, or if the comparator throws for a NULL.
         */
        static @Nullable By of(TableStore<?> table, FieldOrder by) {
            if (!(table.ref(by.column()) instanceof ColumnRef.Ordered column)
                    || by.nulls() == FieldOrder.Nulls.THROW && column.column().nulls() > 0) {
                return null;
            }
            return new By(column, by.isDescending(), by.nulls() == FieldOrder.Nulls.FIRST);
        }

        /** Returns the order of a field. Null if a value may be NULL, because the comparator then throws. */
        public static @Nullable By of(TableStore<?> table, AnalyzedOrder.By by) {
            int place = by.key() instanceof Expr.Column read ? table.place(read) : -1;
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

    /** Returns the order of a comparator, or null if the comparator is opaque. */
    public static @Nullable RowOrder of(TableStore<?> table, Comparator<?> comparator) {
        if (comparator instanceof AnalyzedOrder<?> known) {
            return table.results().of(RowOrder.class, known, () -> of(table, known));
        }
        List<FieldOrder> fields = FieldOrder.of(comparator);
        if (fields == null) {
            return null;
        }
        List<By> columns = new ArrayList<>(fields.size());
        for (FieldOrder field : fields) {
            By by = By.of(table, field);
            if (by == null) {
                return null;
            }
            columns.add(by);
        }
        return of(columns);
    }

    private static @Nullable RowOrder of(TableStore<?> table, AnalyzedOrder<?> known) {
        List<By> columns = new ArrayList<>();
        for (AnalyzedOrder.By by : known.fields()) {
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

    /** Returns the columns of the order, the most significant first. */
    public Stream<By> columns() {
        return Stream.concat(Stream.of(first), ties.stream());
    }

    /** Returns the opposite order; rows with equal keys still keep row order. */
    public RowOrder reversed() {
        return of(columns().map(By::reversed).toList());
    }

    /** Returns the order of rows that are sorted by {@code other} first, and then stably by this order. */
    RowOrder after(RowOrder other) {
        return of(Stream.concat(other.columns(), columns()).toList());
    }

    /** Compares two rows of the columns' table. */
    public int compare(int a, int b) {
        int compared = first.compare(a, b);
        return compared == 0 ? compareTies(a, b) : compared;
    }

    /** Compares two rows whose keys in the first column are equal. */
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
