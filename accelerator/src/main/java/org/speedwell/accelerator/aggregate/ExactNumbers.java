package org.speedwell.accelerator.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.OptionalInt;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.store.TableStore;

/** Tests for exact arithmetic: which decimals are long keys, and which sums of longs cannot overflow. */
public final class ExactNumbers {
    /** The mask of the lower half of a long. */
    static final long LOW = 0xFFFF_FFFFL;

    private ExactNumbers() {}

    /**
     * Returns the scale of a decimal column without NULL whose keys are the unscaled values; empty for any other
     * column.
     */
    public static OptionalInt scale(KeyColumn values) {
        return values.codec().isUnscaled()
                        && values.nulls() == 0
                        && values.rows() > 0
                        && values.codec().value(values.min()) instanceof BigDecimal least
                        && least.scale() >= 0
                ? OptionalInt.of(least.scale())
                : OptionalInt.empty();
    }

    /**
     * Returns the {@link #scale(KeyColumn) scale} of a column if no sum of its keys overflows a long; empty otherwise.
     */
    public static OptionalInt scale(TableStore<?> table, KeyColumn values) {
        return isSumALong(table, values.min(), values.max()) ? scale(values) : OptionalInt.empty();
    }

    /**
     * Returns whether a sum of numbers within limits fits a long, if each row of a table contributes at most one
     * number.
     */
    static boolean isSumALong(TableStore<?> table, long least, long greatest) {
        return Math.max(Math.abs((double) least), Math.abs((double) greatest)) * table.rows() <= Long.MAX_VALUE / 2d;
    }

    /** Returns a decimal from the sums of the upper and of the lower halves of unscaled longs. */
    static BigDecimal decimal(long upper, long lower, int scale) {
        long high = upper + (lower >> Integer.SIZE);
        return high == (int) high
                ? BigDecimal.valueOf(high << Integer.SIZE | lower & LOW, scale)
                : new BigDecimal(
                        BigInteger.valueOf(upper).shiftLeft(Integer.SIZE).add(BigInteger.valueOf(lower)), scale);
    }
}
