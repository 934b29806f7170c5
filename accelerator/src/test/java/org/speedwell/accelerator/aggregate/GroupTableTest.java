package org.speedwell.accelerator.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.kernel.RowBlock;

/**
 * Compares the groups of random keys with a map. The number of possible keys ranges from 200 to unlimited. The first keys
 * of a table often ascend.
 */
@Tag("oracle")
class GroupTableTest {
    private static final List<long[]> LIMITS = List.of(
            new long[] {200},
            new long[] {300, 200},
            new long[] {100_000},
            new long[] {300, 250},
            new long[] {1 << 20, 1 << 20},
            new long[] {GroupKey.UNLIMITED, GroupKey.UNLIMITED, GroupKey.UNLIMITED});

    @Test
    void rowsWithEqualKeysShareAGroup() {
        for (long seed = 1; seed <= 20; seed++) {
            for (long[] limits : LIMITS) {
                group(new SplittableRandom(seed), limits, "seed " + seed + ", limits " + Arrays.toString(limits));
            }
        }
    }

    private static void group(SplittableRandom random, long[] limits, String what) {
        GroupTable table = new GroupTable(limits, 1);
        Map<List<Integer>, Integer> expected = new HashMap<>();
        Map<Integer, Integer> firsts = new HashMap<>();
        RowBlock block = new RowBlock(1);
        int[][] keys = new int[limits.length][RowBlock.CAPACITY];
        int next = 0;
        long code = 0;
        int ascendingRows = random.nextInt(3) * random.nextInt(20_000);
        for (int blocks = 0; blocks < 24; blocks++) {
            block.size = random.nextInt(RowBlock.CAPACITY) + 1;
            List<Integer> others = others(random, block.size);
            block.othersSize = others.size();
            for (int i = 0; i < block.othersSize; i++) {
                block.others[i] = others.get(i);
            }
            for (int i = 0; i < block.size; i++) {
                block.rows[0][i] = next++;
                boolean isAsBefore = i > 0 && random.nextInt(3) == 0;
                if (next <= ascendingRows && !others.contains(i)) {
                    code += isAsBefore ? 0 : random.nextInt(6);
                    setKeys(code, limits, keys, i);
                    continue;
                }
                for (int key = 0; key < keys.length; key++) {
                    keys[key][i] = isAsBefore
                            ? keys[key][i - 1]
                            : (int) random.nextLong(Math.min(limits[key], Integer.MAX_VALUE));
                }
            }
            BlockGroups groups = table.of(block, keys);
            for (int i = 0; i < block.size; i++) {
                if (others.contains(i)) {
                    assertThat(groups.of[i]).as(what).isEqualTo(BlockGroups.NONE);
                    continue;
                }
                int place = i;
                List<Integer> key = Arrays.stream(keys).map(of -> of[place]).toList();
                int group = expected.merge(key, expected.size() + 1, (known, _) -> known);
                assertThat(groups.of[i]).as(what).isEqualTo(group);
                firsts.putIfAbsent(group, block.rows[0][i]);
            }
        }
        assertThat(table.size()).as(what).isEqualTo(expected.size() + 1);
        firsts.forEach(
                (group, row) -> assertThat(table.first(0, group)).as(what).isEqualTo(row));
    }

    /** Returns the positions of unselected rows: the first rows, or some rows, but never all. */
    private static List<Integer> others(SplittableRandom random, int size) {
        int kind = random.nextInt(3);
        int first = kind == 0 ? 0 : random.nextInt(size);
        return kind == 1
                ? IntStream.range(0, first).boxed().toList()
                : IntStream.range(0, size)
                        .filter(i -> i != first && random.nextInt(4) < kind)
                        .boxed()
                        .toList();
    }

    /** Sets the keys of a row to the digits of a code. */
    private static void setKeys(long code, long[] limits, int[][] keys, int row) {
        long left = code;
        for (int key = limits.length - 1; key >= 0; key--) {
            long radix = Math.min(limits[key], Integer.MAX_VALUE);
            keys[key][row] = (int) (left % radix);
            left /= radix;
        }
    }
}
