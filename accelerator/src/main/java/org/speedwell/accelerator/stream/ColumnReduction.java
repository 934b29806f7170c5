package org.speedwell.accelerator.stream;

import java.math.BigDecimal;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
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
            return scale(table, values).isPresent();
        }
        boolean isInt = by.type() == int.class || by.type() == Integer.class;
        return values.codec().isWhole()
                && (!isInt || values.min() >= Integer.MIN_VALUE && values.max() <= Integer.MAX_VALUE);
    }

    /** The scale of all decimals of a column without NULL whose sum, of however many rows, is one of keys; or empty. */
    static OptionalInt scale(TableStore<?> table, KeyColumn values) {
        OptionalInt scale = scale(values);
        return scale.isPresent() && isSumALong(table, values) ? scale : OptionalInt.empty();
    }

    /** Whether the sum of the keys of however many rows is a long. */
    static boolean isSumALong(TableStore<?> table, KeyColumn values) {
        return isSumALong(table, values.min(), values.max());
    }

    /** Whether the sum of such numbers, one of each row at the most, is a long. */
    static boolean isSumALong(TableStore<?> table, long least, long greatest) {
        return Math.max(Math.abs((double) least), Math.abs((double) greatest)) * table.rows() <= Long.MAX_VALUE / 2d;
    }

    /** The scale of all decimals of a column without NULL whose keys are their unscaled values; or empty. */
    static OptionalInt scale(KeyColumn values) {
        return values.codec().isUnscaled()
                        && values.nulls() == 0
                        && values.rows() > 0
                        && values.codec().value(values.min()) instanceof BigDecimal least
                        && least.scale() >= 0
                ? OptionalInt.of(least.scale())
                : OptionalInt.empty();
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
