package org.speedwell.accelerator.stream;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.ExactNumbers;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.kernel.KeyTotals;
import org.speedwell.accelerator.lambda.Reduction;
import org.speedwell.accelerator.store.TableStore;

/** A reduction of a column's values that follows from the totals of its keys. */
final class ColumnReduction {
    private ColumnReduction() {}

    /**
     * Returns whether the totals of the keys determine the totals of the values. They do not if the column contains
     * NULL.
     */
    static boolean isPossible(TableStore<?> table, KeyColumn values, Reduction by) {
        if (values.nulls() > 0) {
            return false;
        }
        if (by.type() == BigDecimal.class) {
            return ExactNumbers.scale(table, values).isPresent();
        }
        boolean isInt = by.type() == int.class || by.type() == Integer.class;
        return values.codec().isWhole()
                && (!isInt || values.min() >= Integer.MIN_VALUE && values.max() <= Integer.MAX_VALUE);
    }

    /** Returns the reduced value, boxed in the type of the function, or null if there are no values. */
    static @Nullable Object value(KeyColumn values, Reduction by, KeyTotals totals) {
        if (totals.count() == 0) {
            return null;
        }
        long key = switch (by.kind()) {
            case SUM -> totals.sum();
            case LEAST -> totals.min();
            case GREATEST -> totals.max();
        };
        if (by.type() == BigDecimal.class) {
            return values.codec().value(key);
        }
        return by.type() == int.class || by.type() == Integer.class ? (Object) (int) key : (Object) key;
    }
}
