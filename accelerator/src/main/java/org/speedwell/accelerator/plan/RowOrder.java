package org.speedwell.accelerator.plan;

import com.speedment.runtime.field.comparator.CombinedComparator;
import com.speedment.runtime.field.comparator.FieldComparator;
import com.speedment.runtime.field.comparator.NullOrder;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.store.TableStore;

/**
 * An order of rows by the keys of columns, the first that differs deciding; rows that none tells apart keep row order.
 */
public record RowOrder(List<By> columns) {

    /** One column of an order: the column's index, the direction of its keys, and where NULL rows go. */
    public record By(int column, boolean descending, boolean nullsFirst) {

        /** The order of a comparator of one field with ordered keys, or null. */
        public static @Nullable By of(TableStore<?> table, Comparator<?> comparator) {
            if (!(comparator instanceof FieldComparator<?> by)) {
                return null;
            }
            int column = table.indexOf(by.getField().identifier());
            if (column < 0 || table.orderedColumn(column) == null) {
                return null;
            }
            NullOrder nulls = by.getNullOrder();
            if (nulls == NullOrder.NONE && table.column(column).nulls() > 0) {
                return null; // Speedment throws when it meets a null: let it
            }
            boolean descending = by.isReversed();
            return new By(column, descending, (nulls == NullOrder.FIRST) != descending);
        }
    }

    /** The order of a comparator, or null where it is opaque. */
    public static <E> @Nullable RowOrder of(TableStore<E> table, Comparator<? super E> comparator) {
        Stream<? extends FieldComparator<?>> parts = switch (comparator) {
            case FieldComparator<?> field -> Stream.of(field);
            case CombinedComparator<?> combined -> combined.stream();
            default -> Stream.empty();
        };
        List<@Nullable By> columns =
                parts.<@Nullable By>map(part -> By.of(table, part)).toList();
        return columns.isEmpty() || columns.contains(null)
                ? null
                : new RowOrder(columns.stream().<By>map(by -> by).toList());
    }

    /** The opposite order; rows that none tells apart still keep row order. */
    public RowOrder reversed() {
        return new RowOrder(columns.stream()
                .map(by -> new By(by.column, !by.descending, !by.nullsFirst))
                .toList());
    }

    /** This order where the other has no opinion: what sorting by this, then stably by the other, gives. */
    RowOrder after(RowOrder other) {
        return new RowOrder(
                Stream.concat(other.columns.stream(), columns.stream()).toList());
    }

    /** The order of the first column alone. */
    RowOrder first() {
        return new RowOrder(columns.subList(0, 1));
    }

    /** Compares two rows of a table. */
    public int compare(TableStore<?> table, int a, int b) {
        for (By by : columns) {
            KeyColumn column = (KeyColumn) table.column(by.column);
            boolean nullA = column.isNull(a);
            boolean nullB = column.isNull(b);
            int compared;
            if (nullA || nullB) {
                compared = nullA == nullB ? 0 : nullA == by.nullsFirst ? -1 : 1;
            } else {
                int ascending = Long.compare(column.key(a), column.key(b));
                compared = by.descending ? -ascending : ascending;
            }
            if (compared != 0) {
                return compared;
            }
        }
        return 0;
    }
}
