package org.speedwell.accelerator.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.codec.Codes;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;

/** Verifies that codes of every width come back and that zones know their smallest and largest code. */
@Tag("oracle")
class ZoneMapTest {
    private static final long[] GREATEST = {0, 1, 0xFF, 0x100, 0xFFFF, 0x10000, 0xFFFF_FFFFL, 0x1_0000_0000L, -1};
    private static final int[] WIDTHS = {0, 1, 1, 2, 2, 4, 4, 8, 8};

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4_095, 4_096, 4_097, 8_192, 20_000})
    void zonesKnowTheirSmallestAndLargestCode(int rows) {
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
            ZoneMap zones = new ZoneMap();
            zones.read(column);
            check(zones, codes, random);
        }
    }

    /**
     * Creates versions, some of which have two successors. The zones must be valid for all of them, whichever is read
     * first, and before and after edits.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void zonesAreValidForAllVersions(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int greatest = seed % 2 == 0 ? 0xFF : 0xFFFF;
        ZoneMap zones = new ZoneMap();
        Codes first = Codes.allocate(new Lease(), 3 * ZoneMap.ROWS + 100, greatest);
        for (int row = 0; row < first.rows(); row++) {
            first.set(row, row / ZoneMap.ROWS + 10L);
        }
        List<Codes> versions = new ArrayList<>(List.of(first));
        int readAt = random.nextInt(20);
        for (int round = 0; round < 20; round++) {
            if (round == readAt) {
                zones.read(versions.get(random.nextInt(versions.size())));
            }
            Codes former = versions.get(random.nextInt(versions.size()));
            versions.add(edited(former, greatest, zones, random));
        }
        for (Codes version : versions) {
            for (int row = 0; row < version.rows(); row++) {
                long code = version.get(row);
                assertThat(zones.isOutside(row / ZoneMap.ROWS, code, code))
                        .as("row %d, seed %d", row, seed)
                        .isFalse();
                assertThat(zones.isInside(row / ZoneMap.ROWS, 0, code - 1)).isFalse();
                assertThat(zones.isInside(row / ZoneMap.ROWS, code + 1, greatest))
                        .isFalse();
            }
        }
        assertThat(zones.isOutside(0, 0, 1)).as("what none has").isEqualTo(!hasBelow(versions, 2));
    }

    private static boolean hasBelow(List<Codes> versions, long code) {
        return versions.stream()
                .anyMatch(version -> IntStream.range(0, ZoneMap.ROWS).anyMatch(row -> version.get(row) < code));
    }

    private static Codes edited(Codes former, int greatest, ZoneMap zones, SplittableRandom random) {
        int end = former.rows() + random.nextInt(2) * random.nextInt(ZoneMap.ROWS);
        int[] rows = IntStream.concat(
                        random.ints(5, 0, former.rows()).distinct().sorted(), IntStream.range(former.rows(), end))
                .toArray();
        Codes next = former.edit(rows, end, greatest, MemoryBudget.UNLIMITED);
        for (int row : rows) {
            next.set(row, random.nextInt(10) == 0 ? random.nextInt(greatest + 1) : 10);
        }
        zones.edit(former, next, new KeyChanges(rows, new long[rows.length], new BitSet(), new BitSet()));
        return next;
    }

    /** Returns codes that grow from zone to zone, so that the zones differ. */
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

    /** Returns a bound that equals a significant code or a neighbour of it. */
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
