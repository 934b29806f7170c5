package org.speedwell.accelerator.stream;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.ExactNumbers;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.kernel.KeyTotals;
import org.speedwell.accelerator.lambda.Reduction;
import org.speedwell.accelerator.store.TableStore;

/** Reductions of a column's values that the totals of its keys tell. */
final class ColumnReduction {
    private ColumnReduction() {}

    /** Whether values of the function's type have keys of which the totals are theirs; NULL has none. */
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

    /** What the values come to, of the function's type boxed; null where there are none. */
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
