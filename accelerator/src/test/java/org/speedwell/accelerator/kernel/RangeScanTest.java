package org.speedwell.accelerator.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.speedwell.accelerator.codec.Codes;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.Vectors;

/**
 * Compares both implementations of a range scan with a plain comparison, for every width, at the ends of the range and
 * inside it.
 */
@Tag("oracle")
class RangeScanTest {
    private static final long[] MAX_CODES = {0xFF, 0xFFFF, 0xFFFF_FFFFL, -1};

    /** A constructor of a range scan. */
    @FunctionalInterface
    interface Maker {
        RangeScan of(Codes codes, long low, long span, boolean inverted);
    }

    static Stream<Maker> makers() {
        return Stream.of(WordRange::new, VectorRange::of);
    }

    @Test
    void vectorsAreUsedIfTheModuleIsPresent() {
        Lease lease = new Lease();
        RangeScan words = new WordRange(Codes.allocate(lease, 64, 1), 0, 0, false);
        assertThat(Vectors.ARE_PRESENT).isTrue();
        assertThat(RangeScan.of(Codes.allocate(lease, 64, 1), 0, 0, false)).isNotInstanceOf(words.getClass());
    }

    @ParameterizedTest
    @MethodSource("makers")
    void agreesWithAPlainComparison(Maker maker) {
        for (int seed = 0; seed < 2_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Trial trial = new Trial(random, MAX_CODES[seed % MAX_CODES.length]);
            Selection selection = trial.check(maker, Selection.byBits());
            assertThat(bits(selection)).as("seed %d, %s", seed, trial).isEqualTo(trial.expected());
        }
    }

    @Test
    void byteScanAgreesWithAPlainComparison() {
        for (int seed = 0; seed < 2_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Trial trial = new Trial(random, 0xFF);
            Selection selection = trial.check(WordRange::new, Selection.byBytes());
            assertThat(bits(selection)).as("seed %d, %s", seed, trial).isEqualTo(trial.expected());
        }
    }

    /** Rows of a column, a selection of them, and a range. */
    private static final class Trial {
        private final Lease lease = new Lease();
        private final Codes codes;
        private final int first;
        private final int rows;
        private final boolean[] selected = new boolean[Selector.ROWS];
        private final long low;
        private final long span;
        private final boolean inverted;

        Trial(SplittableRandom random, long max) {
            first = 64 * random.nextInt(3);
            rows = random.nextInt(4) == 0 ? Selector.ROWS : 64 * random.nextInt(Selector.WORDS);
            codes = Codes.allocate(lease, first + rows, max);
            for (int row = 0; row < codes.rows(); row++) {
                codes.set(row, code(random, max));
            }
            for (int row = 0; row < selected.length; row++) {
                selected[row] = random.nextInt(8) > 0;
            }
            long a = code(random, max);
            long b = random.nextInt(4) == 0 ? a : code(random, max);
            low = Math.min(a, b);
            span = Math.max(a, b) - low;
            inverted = random.nextBoolean();
        }

        Selection check(Maker maker, Selection selection) {
            selection.selectFirst(Selector.ROWS);
            for (int row = 0; row < selected.length; row++) {
                if (!selected[row]) {
                    selection.clear(row);
                }
            }
            maker.of(codes, low, span, inverted).refine(first, rows, selection);
            lease.keepAlive();
            return selection;
        }

        /** Returns the expected selection. Rows after the scanned ones keep their bits. */
        boolean[] expected() {
            boolean[] expected = selected.clone();
            for (int row = 0; row < rows; row++) {
                expected[row] &= holds(first + row);
            }
            lease.keepAlive();
            return expected;
        }

        boolean holds(int row) {
            long code = codes.get(row);
            return (code >= low && code <= low + span) != inverted;
        }

        @Override
        public String toString() {
            return "%d rows from %d, width %d, %d to %d, %s"
                    .formatted(rows, first, codes.width(), low, low + span, inverted ? "inverted" : "not inverted");
        }
    }

    private static boolean[] bits(Selection selection) {
        boolean[] bits = new boolean[Selector.ROWS];
        int perWord = Selector.ROWS / selection.words.length;
        int count = 0;
        for (int row = 0; row < bits.length; row++) {
            int bit = (row % perWord + 1) * (Long.SIZE / perWord) - 1;
            bits[row] = (selection.words[row / perWord] >>> bit & 1) != 0;
            count += bits[row] ? 1 : 0;
        }
        assertThat(selection.count()).isEqualTo(count);
        return bits;
    }

    /** Returns a code that is often the smallest, the largest, or near the middle, where signs change. */
    static long code(SplittableRandom random, long max) {
        long any = max < 0 ? random.nextLong() : random.nextLong(max + 1);
        return switch (random.nextInt(6)) {
            case 0 -> max < 0 ? Long.MIN_VALUE : 0;
            case 1 -> max < 0 ? Long.MAX_VALUE : max;
            case 2 -> max < 0 ? any : max / 2 + random.nextInt(2);
            default -> any;
        };
    }
}
