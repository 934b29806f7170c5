package org.speedwell.accelerator.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the exact sums of {@code ExactNumbers} with sums of {@code BigInteger}. */
@Tag("oracle")
class ExactNumbersTest {
    private static final long[] EXTREMES = {
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1,
        -1L << 32,
        -1,
        0,
        1,
        (1L << 32) - 1,
        1L << 32,
        Long.MAX_VALUE - 1,
        Long.MAX_VALUE
    };

    @Test
    void sumsOfHalvesAreExact() {
        SplittableRandom random = new SplittableRandom(20_261_125);
        for (int trial = 0; trial < 20_000; trial++) {
            long upper = 0;
            long lower = 0;
            BigInteger sum = BigInteger.ZERO;
            for (int rows = random.nextInt(6); rows > 0; rows--) {
                long number = random.nextInt(3) > 0
                        ? EXTREMES[random.nextInt(EXTREMES.length)]
                        : random.nextLong() >> random.nextInt(64);
                upper += number >> Integer.SIZE;
                lower += number & ExactNumbers.LOW;
                sum = sum.add(BigInteger.valueOf(number));
            }
            assertThat(ExactNumbers.decimal(upper, lower, 2))
                    .as("trial %d", trial)
                    .isEqualTo(new BigDecimal(sum, 2));
        }
    }
}
