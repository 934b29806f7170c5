package org.speedwell.accelerator.load;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys from one, inclusive, to another, exclusive; null where there is no limit.
 *
 * @param column the database's name of the key's first column, quoted
 */
record ReadRange(
        String column, @Nullable BigInteger from, @Nullable BigInteger to) {

    /** Ranges of equal width, ascending, that together hold all keys from {@code min} to {@code max} and all beyond. */
    static List<ReadRange> split(String column, BigDecimal min, BigDecimal max, int parts) {
        BigInteger low = min.toBigInteger();
        BigInteger width = max.toBigInteger().subtract(low).add(BigInteger.ONE);
        int count = width.min(BigInteger.valueOf(parts)).intValueExact();
        List<ReadRange> ranges = new ArrayList<>();
        BigInteger from = null;
        for (int part = 1; part <= count; part++) {
            BigInteger to = part == count
                    ? null
                    : low.add(width.multiply(BigInteger.valueOf(part)).divide(BigInteger.valueOf(count)));
            ranges.add(new ReadRange(column, from, to));
            from = to;
        }
        return ranges;
    }

    /** As SQL says it, with {@code WHERE}; empty if the range holds all keys. */
    String condition() {
        List<String> limits = new ArrayList<>();
        if (from != null) {
            limits.add(column + " >= " + from);
        }
        if (to != null) {
            limits.add(column + " < " + to);
        }
        return limits.isEmpty() ? "" : " WHERE " + String.join(" AND ", limits);
    }
}
