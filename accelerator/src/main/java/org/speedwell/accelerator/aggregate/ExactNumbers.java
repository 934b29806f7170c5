package org.speedwell.accelerator.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.OptionalInt;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.store.TableStore;

/** Tells which decimals are long keys, and which sums of longs cannot overflow. */
public final class ExactNumbers {
    /** The lower half of a long. */
    static final long LOW = 0xFFFF_FFFFL;

    private ExactNumbers() {}

    /** Returns the scale of the decimals of a column without NULL whose keys are their unscaled values; or empty. */
    public static OptionalInt scale(KeyColumn values) {
        return values.codec().isUnscaled()
                        && values.nulls() == 0
                        && values.rows() > 0
                        && values.codec().value(values.min()) instanceof BigDecimal least
                        && least.scale() >= 0
                ? OptionalInt.of(least.scale())
                : OptionalInt.empty();
    }

    /** Returns the {@link #scale(KeyColumn) scale} if also the sum of the keys of any rows is a long; or empty. */
    public static OptionalInt scale(TableStore<?> table, KeyColumn values) {
        return isSumALong(table, values.min(), values.max()) ? scale(values) : OptionalInt.empty();
    }

    /** Tells whether the sum of numbers within limits, at most one of each row of a table, is a long. */
    static boolean isSumALong(TableStore<?> table, long least, long greatest) {
        return Math.max(Math.abs((double) least), Math.abs((double) greatest)) * table.rows() <= Long.MAX_VALUE / 2d;
    }

    /** Returns the decimal of a sum of unscaled longs, of which the upper halves and the lower halves were added. */
    static BigDecimal decimal(long upper, long lower, int scale) {
        long high = upper + (lower >> Integer.SIZE);
        return high == (int) high
                ? BigDecimal.valueOf(high << Integer.SIZE | lower & LOW, scale)
                : new BigDecimal(
                        BigInteger.valueOf(upper).shiftLeft(Integer.SIZE).add(BigInteger.valueOf(lower)), scale);
    }
}
