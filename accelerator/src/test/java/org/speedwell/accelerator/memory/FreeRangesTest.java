package org.speedwell.accelerator.memory;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ranges of addresses that are taken and given back in random order. */
@Tag("oracle")
class FreeRangesTest {
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_128L);
    private static final long START = 1L << 20;
    private static final long END = START + (1L << 22);

    private final FreeRanges ranges = new FreeRanges();

    @Test
    void takenRangesNeverOverlapAndJoinAgain() {
        SplittableRandom random = new SplittableRandom(SEED);
        ranges.addFresh(START, END);
        List<FreeRanges.Range> taken = new ArrayList<>();
        TreeMap<Long, Long> inUse = new TreeMap<>();
        long fresh = START; // all addresses from here on were never taken
        for (int i = 0; i < 20_000; i++) {
            if (taken.isEmpty() || random.nextInt(100) < 52) {
                long size =
                        FreeRanges.aligned(random.nextInt(10) == 0 ? random.nextInt(1 << 18) : random.nextInt(4_000));
                FreeRanges.Range range = ranges.take(size);
                if (range == null) {
                    assertThat(END - START - sum(inUse))
                            .as("seed %d: refuses only if little is left", SEED)
                            .isLessThan(END - START);
                    continue;
                }
                assertThat(range.size()).isEqualTo(size);
                assertThat(range.address() % FreeRanges.ALIGNMENT).isZero();
                assertThat(range.address()).isBetween(START, END - size);
                var before = inUse.floorEntry(range.address());
                assertThat(before == null || before.getValue() <= range.address())
                        .isTrue();
                assertThat(inUse.subMap(range.address(), range.address() + size))
                        .isEmpty();
                assertThat(range.isFresh()).as("seed %d, step %d", SEED, i).isEqualTo(range.address() >= fresh);
                fresh = Math.max(fresh, range.address() + size);
                inUse.put(range.address(), range.address() + size);
                taken.add(range);
            } else {
                FreeRanges.Range range = taken.remove(random.nextInt(taken.size()));
                inUse.remove(range.address());
                ranges.free(range.address(), range.size());
            }
            assertThat(ranges.recycled()).isEqualTo(fresh - START - sum(inUse));
        }
        taken.forEach(range -> ranges.free(range.address(), range.size()));
        assertThat(ranges.count())
                .as("one recycled range, and perhaps a fresh one")
                .isLessThanOrEqualTo(2);
        long recycled = fresh - START;
        assertThat(ranges.recycled()).isEqualTo(recycled);
        assertThat(requireNonNull(ranges.take(recycled))).isEqualTo(new FreeRanges.Range(START, recycled, false));
    }

    private static long sum(TreeMap<Long, Long> inUse) {
        return inUse.entrySet().stream()
                .mapToLong(range -> range.getValue() - range.getKey())
                .sum();
    }

    @Test
    void smallestRangeThatFitsIsTaken() {
        ranges.addFresh(START, END);
        FreeRanges.Range large = requireNonNull(ranges.take(640));
        FreeRanges.Range between = requireNonNull(ranges.take(64));
        FreeRanges.Range small = requireNonNull(ranges.take(128));
        FreeRanges.Range last = requireNonNull(ranges.take(64));
        ranges.free(large.address(), large.size());
        ranges.free(small.address(), small.size());
        assertThat(requireNonNull(ranges.take(128)).address()).isEqualTo(small.address());
        assertThat(requireNonNull(ranges.take(64)).address()).isEqualTo(large.address());
        assertThat(between.address()).isLessThan(last.address());
        assertThat(ranges.take(END)).isNull();
    }
}
