package org.speedwell.accelerator.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.codec.Codes;
import org.speedwell.accelerator.memory.Lease;

/** Compares the sum, minimum and maximum of selected codes with a plain loop, for every width. */
@Tag("oracle")
class CodeTotalsTest {
    private static final long[] MAX_CODES = {0, 0xFF, 0xFFFF, 0xFFFF_FFFFL, -1};

    @Test
    void totalsEqualAPlainLoop() {
        for (int seed = 0; seed < 2_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            long max = MAX_CODES[seed % MAX_CODES.length];
            int rows = 1 + random.nextInt(500);
            Lease lease = new Lease();
            Codes codes = Codes.allocate(lease, 64 + rows, max);
            CodeTotals expected = new CodeTotals();
            long[] words = new long[Selector.WORDS];
            int share = random.nextInt(5);
            for (int row = 0; row < rows; row++) {
                long code = max == 0 ? 0 : RangeScanTest.code(random, max);
                codes.set(64 + row, code);
                if (row == 0 || random.nextInt(5) < share) {
                    words[row >>> 6] |= 1L << row;
                    expected.add(code);
                }
            }
            CodeTotals totals = new CodeTotals();
            totals.add(codes, 64, words);
            lease.keepAlive();
            assertThat(totals)
                    .as("seed %d, width %d", seed, codes.width())
                    .usingRecursiveComparison()
                    .isEqualTo(expected);
        }
    }
}
