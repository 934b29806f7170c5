package org.speedwell.accelerator.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.speedwell.accelerator.column.Codes;
import org.speedwell.accelerator.memory.Lease;

/** Both ways to scan codes against a plain comparison, for every width, at the ends of the range and in between. */
class CodeScanTest {
    private static final int WORDS = 5;
    private static final long[] MAX_CODES = {0xFF, 0xFFFF, 0xFFFF_FFFFL, -1};

    static Stream<CodeScan> scans() {
        return Stream.of(new WordScan(), VectorScan.create());
    }

    @Test
    void vectorsAreUsedWhereTheModuleIs() {
        assertThat(CodeScan.fastest()).isInstanceOf(VectorScan.class);
    }

    @ParameterizedTest
    @MethodSource("scans")
    void agreesWithAPlainComparison(CodeScan scan) {
        for (int seed = 0; seed < 2_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            long max = MAX_CODES[seed % MAX_CODES.length];
            Lease lease = new Lease();
            Codes codes = Codes.allocate(lease, 64 * (WORDS + 1), max);
            for (int row = 0; row < codes.rows(); row++) {
                codes.set(row, code(random, max));
            }
            long a = code(random, max);
            long b = code(random, max);
            boolean inverted = random.nextBoolean();
            long[] words = random.longs(WORDS).toArray();
            long[] expected = expected(codes, 64, Math.min(a, b), Math.max(a, b), inverted, words);
            scan.refine(
                    codes.region(),
                    codes.width(),
                    64,
                    WORDS,
                    Math.min(a, b),
                    Math.max(a, b) - Math.min(a, b),
                    inverted,
                    words);
            lease.keepAlive();
            assertThat(words).as("seed %d, width %d", seed, codes.width()).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("scans")
    void totalsAreThoseOfAPlainLoop(CodeScan scan) {
        for (int seed = 0; seed < 2_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            long max = MAX_CODES[seed % MAX_CODES.length];
            Lease lease = new Lease();
            Codes codes = Codes.allocate(lease, 64 * (WORDS + 1), max);
            CodeTotals expected = new CodeTotals();
            long[] words = random.longs(WORDS)
                    .map(word -> random.nextInt(3) == 0 ? word & random.nextLong() & random.nextLong() : word)
                    .map(word -> random.nextInt(5) == 0 ? 0 : word)
                    .toArray();
            for (int row = 0; row < codes.rows(); row++) {
                long code = code(random, max);
                codes.set(row, code);
                if (row >= 64 && (words[(row >> 6) - 1] >>> row & 1) != 0) {
                    expected.add(code);
                }
            }
            CodeTotals totals = new CodeTotals();
            scan.total(codes, 64, WORDS, words, totals);
            lease.keepAlive();
            assertThat(totals)
                    .as("seed %d, width %d", seed, codes.width())
                    .usingRecursiveComparison()
                    .isEqualTo(expected);
        }
    }

    private static long[] expected(Codes codes, int firstRow, long low, long high, boolean inverted, long[] words) {
        long[] expected = words.clone();
        for (int i = 0; i < 64 * words.length; i++) {
            long code = codes.get(firstRow + i);
            if ((code >= low && code <= high) == inverted) {
                expected[i >>> 6] &= ~(1L << i);
            }
        }
        return expected;
    }

    /** Often the least or the greatest, or near the middle where signs change. */
    private static long code(SplittableRandom random, long max) {
        long any = max < 0 ? random.nextLong() : random.nextLong(max + 1);
        return switch (random.nextInt(6)) {
            case 0 -> max < 0 ? Long.MIN_VALUE : 0;
            case 1 -> max < 0 ? Long.MAX_VALUE : max;
            case 2 -> max < 0 ? any : max / 2 + random.nextInt(2);
            default -> any;
        };
    }
}
