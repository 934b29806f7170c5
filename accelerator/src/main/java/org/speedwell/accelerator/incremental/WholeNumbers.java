package org.speedwell.accelerator.incremental;

import java.util.IntSummaryStatistics;
import java.util.LongSummaryStatistics;
import org.jspecify.annotations.Nullable;

/** The sum of whole numbers, their extremes, and how often each occurs. */
final class WholeNumbers {
    static final String DESCRIPTION = "the distinct numbers and how often each occurs";

    private final boolean isInt;
    private final ValueCounts<Long> counts = ValueCounts.sorted();
    private long sum;

    /** @param isInt true if the numbers are ints, false if they are longs */
    WholeNumbers(boolean isInt) {
        this.isInt = isInt;
    }

    /** Adds or removes a number. */
    void change(long number, int sign) {
        counts.add(number, sign);
        sum += sign * number;
    }

    /** Returns about how many bytes of heap the numbers take. */
    long bytes() {
        return counts.bytes();
    }

    @Nullable
    Long least() {
        return counts.least();
    }

    @Nullable
    Long greatest() {
        return counts.greatest();
    }

    /** Returns the statistics of the numbers, as the JDK computes them. */
    Object statistics() {
        Long least = least();
        Long greatest = greatest();
        if (least == null || greatest == null) {
            return isInt ? new IntSummaryStatistics() : new LongSummaryStatistics();
        }
        return isInt
                ? new IntSummaryStatistics(counts.total(), least.intValue(), greatest.intValue(), sum)
                : new LongSummaryStatistics(counts.total(), least, greatest, sum);
    }
}
