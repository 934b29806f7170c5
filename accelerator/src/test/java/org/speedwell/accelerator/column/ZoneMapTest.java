package org.speedwell.accelerator.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.memory.Lease;

/** Codes of every width come back as they were put, and their zones know the least and the greatest of each. */
class ZoneMapTest {
    private static final long[] GREATEST = {0, 1, 0xFF, 0x100, 0xFFFF, 0x10000, 0xFFFF_FFFFL, 0x1_0000_0000L, -1};
    private static final int[] WIDTHS = {0, 1, 1, 2, 2, 4, 4, 8, 8};

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4_095, 4_096, 4_097, 8_192, 20_000})
    void zonesKnowTheirLeastAndGreatestCode(int rows) {
        for (int i = 0; i < GREATEST.length; i++) {
            SplittableRandom random = new SplittableRandom(i);
            long[] codes = codes(rows, GREATEST[i], random);
            Codes column = Codes.allocate(new Lease(), rows, GREATEST[i]);
            for (int row = 0; row < rows; row++) {
                column.set(row, codes[row]);
            }
            assertThat(column.width()).isEqualTo(WIDTHS[i]);
            assertThat(IntStream.range(0, rows).mapToLong(column::get).toArray())
                    .isEqualTo(codes);
            check(ZoneMap.of(column), codes, random);
        }
    }

    /** Codes that grow from zone to zone, so that zones differ. */
    private static long[] codes(int rows, long greatest, SplittableRandom random) {
        long[] codes = new long[rows];
        for (int row = 0; row < rows; row++) {
            long code = greatest < 0 ? random.nextLong() : random.nextLong(greatest / 8 + 1) + row / 4_096;
            codes[row] = greatest >= 0 ? Math.min(code, greatest) : code;
        }
        if (rows > 0) {
            codes[random.nextInt(rows)] = greatest;
        }
        return codes;
    }

    private static void check(ZoneMap zones, long[] codes, SplittableRandom random) {
        for (int zone = 0; zone * ZoneMap.ROWS < codes.length; zone++) {
            long[] own =
                    Arrays.copyOfRange(codes, zone * ZoneMap.ROWS, Math.min(codes.length, (zone + 1) * ZoneMap.ROWS));
            for (int i = 0; i < 30; i++) {
                long a = bound(own, random);
                long b = bound(own, random);
                long low = Math.min(a, b);
                long high = Math.max(a, b);
                assertThat(zones.isOutside(zone, low, high))
                        .as("zone %d outside %d to %d", zone, low, high)
                        .isEqualTo(least(own) > high || greatest(own) < low);
                assertThat(zones.isInside(zone, low, high))
                        .as("zone %d inside %d to %d", zone, low, high)
                        .isEqualTo(least(own) >= low && greatest(own) <= high);
            }
        }
    }

    /** On or next to one that matters. */
    private static long bound(long[] codes, SplittableRandom random) {
        long near = switch (random.nextInt(4)) {
            case 0 -> least(codes);
            case 1 -> greatest(codes);
            case 2 -> codes[random.nextInt(codes.length)];
            default -> random.nextLong();
        };
        return near + random.nextInt(-1, 2);
    }

    private static long least(long[] codes) {
        return LongStream.of(codes).min().orElseThrow();
    }

    private static long greatest(long[] codes) {
        return LongStream.of(codes).max().orElseThrow();
    }
}
