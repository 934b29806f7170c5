package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies that events at a steady rate have the times at which they are due, at any rate and from any position. */
@Tag("oracle")
class RateSourceTest {
    private static final int COUNT = 20_000;

    @Test
    void timesMatchRate() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int run = 0; run < 100; run++) {
            double rate = run < 3 ? new double[] {1_000, 3_000, 1e6}[run] : Math.pow(10, random.nextDouble(1, 8));
            Instant start = Instant.now().minusSeconds((long) (COUNT / rate) + 10);
            RateSource<long[]> source =
                    new RateSource<>(new Rate<>(start, rate, COUNT, (number, time) -> new long[] {number, time}), 0, 1);
            long next = 0;
            for (long[] event = source.poll(); event != null; event = source.poll()) {
                assertThat(event)
                        .as("seed " + seed + ", " + rate + " events/s")
                        .containsExactly(next, start.toEpochMilli() + (long) (next * 1_000 / rate));
                next++;
                if (random.nextInt(500) == 0) {
                    next = random.nextLong(next, COUNT + 1);
                    source.seek(next);
                }
            }
            assertThat(next).as("seed " + seed).isEqualTo(COUNT);
            assertThat(source.isExhausted()).isTrue();
        }
    }
}
