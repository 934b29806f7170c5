package org.speedwell.accelerator.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;

/** Compares reads of many codes with reads of each code, for all widths, in one piece of memory and in several. */
@Tag("unit")
class CodesTest {
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_129L);
    private static final int ROWS = 100_000;

    @ParameterizedTest
    @ValueSource(
            longs = {0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFF_FFFFL, 0xFFFF_FFFFL, Long.MAX_VALUE, -1})
    void manyCodesAreReadAtOnce(long max) {
        Random random = new Random(SEED);
        MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
        Codes codes = Codes.allocate(new Lease(budget), ROWS, max);
        for (int row = 0; row < ROWS; row++) {
            codes.set(row, code(random, max));
        }
        check(codes, random);

        int[] changed = IntStream.range(0, 50)
                .map(i -> random.nextInt(ROWS))
                .sorted()
                .distinct()
                .toArray();
        Codes edited = codes.edit(changed, ROWS, max, budget);
        for (int row : changed) {
            edited.set(row, code(random, max));
        }
        check(edited, random);
        codes.region().lease().keepAlive();
    }

    private static long code(Random random, long max) {
        return switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> max;
            default -> max < 0 ? random.nextLong() : random.nextLong(max == Long.MAX_VALUE ? max : max + 1);
        };
    }

    private static void check(Codes codes, Random random) {
        for (int attempt = 0; attempt < 100; attempt++) {
            int count = random.nextInt(attempt < 50 ? 40 : 5_000);
            int first = random.nextInt(ROWS - count);
            long base = random.nextBoolean() ? random.nextLong() : random.nextInt(1_000);
            long[] read = new long[count + 1];

            codes.read(first, count, base, read);
            assertThat(Arrays.copyOf(read, count))
                    .as("%d codes from row %d, -Dspeedwell.seed=%d", count, first, SEED)
                    .isEqualTo(IntStream.range(first, first + count)
                            .mapToLong(row -> base + codes.get(row))
                            .toArray());

            int[] rows = random.ints(count, 0, ROWS).toArray();
            codes.read(rows, count, base, read);
            assertThat(Arrays.copyOf(read, count))
                    .as("%d codes of any rows, -Dspeedwell.seed=%d", count, SEED)
                    .isEqualTo(Arrays.stream(rows)
                            .mapToLong(row -> base + codes.get(row))
                            .toArray());
            assertThat(read[count]).isZero();
        }
    }
}
