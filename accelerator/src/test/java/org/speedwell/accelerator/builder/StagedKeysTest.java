package org.speedwell.accelerator.builder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies that staged keys come back for any distance between keys and any rows without a key. */
@Tag("oracle")
class StagedKeysTest {
    private static final int[] SIZES = {0, 1, 255, 256, 257, 1_000};
    private static final long[] SPANS = {1, 100, 127, 128, 40_000, 3_000_000_000L, Long.MAX_VALUE};

    @Test
    void stagedKeysComeBack() {
        for (int seed = 0; seed < 400; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int size = SIZES[random.nextInt(SIZES.length)];
            int nulls = new int[] {0, 20, 100}[random.nextInt(3)];
            int first = random.nextInt(4) == 0 ? random.nextInt(size + 1) : 0; // earlier rows have no key
            long base = random.nextBoolean() ? 0 : random.nextLong();
            List<@Nullable Long> keys = new ArrayList<>();
            long span = SPANS[0];
            for (int row = 0; row < size; row++) {
                span = random.nextInt(100) == 0 ? SPANS[random.nextInt(SPANS.length)] : span;
                boolean isNull = row < first || random.nextInt(100) < nulls;
                keys.add(isNull ? null : base + random.nextLong(span) * (random.nextBoolean() ? 1 : -1));
            }
            check("seed " + seed, keys);
        }
    }

    private static void check(String what, List<@Nullable Long> keys) {
        LongSummaryStatistics expected = new LongSummaryStatistics();
        try (StagedKeys staged = new StagedKeys()) {
            for (Long key : keys) {
                if (key == null) {
                    staged.appendNone();
                } else {
                    staged.append(key);
                    expected.accept(key);
                }
            }
            staged.finish();
            for (int row = 0; row < keys.size(); row++) {
                Long key = keys.get(row);
                if (key != null) {
                    assertThat(staged.get(row)).as("%s, row %d", what, row).isEqualTo(key);
                }
            }
            if (expected.getCount() > 0) {
                assertThat(staged.min()).as(what).isEqualTo(expected.getMin());
                assertThat(staged.max()).as(what).isEqualTo(expected.getMax());
            } else {
                assertThat(staged.min()).as(what).isGreaterThanOrEqualTo(staged.max());
            }
        }
    }
}
