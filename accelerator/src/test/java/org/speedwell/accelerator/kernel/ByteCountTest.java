package org.speedwell.accelerator.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.codec.IntegralCodec;
import org.speedwell.accelerator.codec.KeyList;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;

/**
 * Compares counts by ranges of one-byte codes with a test of each row, at the ends of the ranges and near the middle.
 * Edits divide the codes of some columns into several pieces of memory.
 */
@Tag("oracle")
class ByteCountTest {
    private static final int BLOCKS = 18;
    private static final int ROWS = BLOCKS * Selector.ROWS;

    @Test
    void countsAgreeWithATestOfEachRow() {
        int counted = 0;
        for (int seed = 0; seed < 60; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Lease lease = new Lease();
            List<KeyColumn> columns =
                    IntStream.range(0, 3).mapToObj(_ -> column(random, lease)).toList();
            for (int i = 0; i < 20; i++) {
                Selector selector = i % 4 == 0 ? range(columns.getFirst(), random) : all(columns, random);
                assertThat(selector.isByBytes()).isTrue();
                ByteCount count = ByteCount.of(selector);
                if (count != null) {
                    counted++;
                    int from = random.nextInt(BLOCKS);
                    int to = Math.min(BLOCKS, from + random.nextInt(Morsels.BLOCKS + 1));
                    long expected = IntStream.range(from * Selector.ROWS, to * Selector.ROWS)
                            .filter(selector::test)
                            .count();
                    assertThat(count.count(from, to))
                            .as("seed %d, filter %d, blocks %d to %d", seed, i, from, to)
                            .isEqualTo(expected);
                }
            }
            lease.keepAlive();
        }
        assertThat(counted).isGreaterThan(600);
    }

    private static KeyColumn column(SplittableRandom random, Lease lease) {
        long base = random.nextInt(-1_000, 1_000);
        int max = random.nextInt(3) == 0 ? 0xFF : random.nextInt(1, 0x100);
        KeyList keys = KeyList.allocate(lease, ROWS, base, base + max);
        boolean isClustered = random.nextInt(4) == 0;
        for (int row = 0; row < ROWS; row++) {
            int code = isClustered ? row * max / ROWS : random.nextInt(max + 1);
            keys.set(row, base + (row == 0 ? 0 : row == 1 ? max : code));
        }
        KeyColumn column = KeyColumn.of(IntegralCodec.LONG, keys, base, base + max, null);
        if (random.nextBoolean()) {
            return column;
        }
        int[] changed = IntStream.range(0, random.nextInt(1, 9))
                .map(_ -> random.nextInt(ROWS))
                .distinct()
                .sorted()
                .toArray();
        return column.edit(
                column.changes(changed, _ -> false, _ -> base + max / 2, new int[0]), ROWS, MemoryBudget.UNLIMITED);
    }

    private static Selector all(List<KeyColumn> columns, SplittableRandom random) {
        List<Selector> parts = new ArrayList<>();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            KeyColumn column = columns.get(random.nextInt(columns.size()));
            parts.add(
                    random.nextInt(3) == 0
                            ? new Selector.Any(List.of(range(column, random), range(column, random)))
                            : range(column, random));
        }
        return new Selector.All(parts);
    }

    private static Selector.Range range(KeyColumn column, SplittableRandom random) {
        long max = column.code(column.max());
        long a = Math.min(max, RangeScanTest.code(random, max));
        long b = random.nextInt(3) == 0 ? a : Math.min(max, RangeScanTest.code(random, 0xFF));
        return new Selector.Range(column, Math.min(a, b), Math.abs(a - b), random.nextInt(4) == 0);
    }
}
