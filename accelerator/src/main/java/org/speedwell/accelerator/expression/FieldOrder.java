package org.speedwell.accelerator.expression;

import com.speedment.runtime.field.comparator.CombinedComparator;
import com.speedment.runtime.field.comparator.FieldComparator;
import com.speedment.runtime.field.comparator.NullOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order of rows by one field.
 *
 * @param column the identifier of the field's column
 * @param isDescending true if the greatest value comes first
 * @param nulls the place of null values
 */
public record FieldOrder(Object column, boolean isDescending, Nulls nulls) {
    /** The place of nulls in an order. */
    public enum Nulls {
        /** The comparator throws when it meets a null. */
        THROW,
        FIRST,
        LAST
    }

    /**
     * Returns the fields of a comparator, most significant first; null if the comparator compares anything but fields.
     */
    public static @Nullable List<FieldOrder> of(Comparator<?> comparator) {
        List<FieldOrder> orders = new ArrayList<>();
        return add(comparator, orders) ? orders : null;
    }

    private static boolean add(Comparator<?> comparator, List<FieldOrder> to) {
        if (comparator instanceof CombinedComparator<?> combined) {
            return combined.stream().allMatch(part -> add(part, to));
        }
        FieldOrder order = ofField(comparator);
        return order != null && to.add(order);
    }

    /** Returns the field of a comparator; null if it is not a comparator of one field. */
    public static @Nullable FieldOrder ofField(Comparator<?> comparator) {
        if (!(comparator instanceof FieldComparator<?> by)) {
            return null;
        }
        boolean isReversed = by.isReversed();
        Nulls nulls = by.getNullOrder() == NullOrder.NONE
                ? Nulls.THROW
                : (by.getNullOrder() == NullOrder.FIRST) != isReversed ? Nulls.FIRST : Nulls.LAST;
        return new FieldOrder(by.getField().identifier(), isReversed, nulls);
    }
}
