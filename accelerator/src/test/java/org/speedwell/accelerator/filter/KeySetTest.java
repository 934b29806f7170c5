package org.speedwell.accelerator.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the sort of keys with the sort of the JDK, for ranges from a few keys to all longs. */
@Tag("oracle")
class KeySetTest {
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_129L);

    @Test
    void keysAscendWithoutDuplicates() {
        for (long seed = SEED; seed < SEED + 2_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int count = random.nextInt(300);
            long width = 1L << random.nextInt(63);
            long least = switch (random.nextInt(4)) {
                case 0 -> Long.MIN_VALUE;
                case 1 -> Long.MAX_VALUE - width;
                case 2 -> -width / 2;
                default -> random.nextLong();
            };
            long[] keys = new long[count + random.nextInt(10)];
            Arrays.setAll(keys, _ -> random.nextInt(20) == 0 ? random.nextLong() : least + random.nextLong(width));
            long[] expected = Arrays.stream(keys, 0, count).sorted().distinct().toArray();

            assertThat(Filter.KeySet.ascending(keys, count))
                    .as("seed %d, -Dspeedwell.seed=%d", seed, SEED)
                    .isEqualTo(expected);
        }
    }

    @Test
    void keysOfANarrowRangeAreSortedByABitmap() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (long least : new long[] {Long.MIN_VALUE, -50_000, 0, Long.MAX_VALUE - 100_000}) {
            long[] keys = random.longs(20_000, least, least + 100_000).toArray();
            assertThat(Filter.KeySet.isDense(100_000, keys.length)).isTrue();
            assertThat(Filter.KeySet.ascending(keys, keys.length))
                    .isEqualTo(Arrays.stream(keys).sorted().distinct().toArray());
        }
        assertThat(Filter.KeySet.isDense(-1, 1 << 30)).isFalse(); // the span exceeds a long
    }
}
