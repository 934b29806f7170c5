package org.speedwell.accelerator.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.codec.KeySpace;
import org.speedwell.accelerator.column.KeyChanges;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;

/** Compares the searches of edited indexes over extreme keys with a check of all rows. */
@Tag("oracle")
class SortedIndexEditTest {
    private static final long[] EXTREMES = {
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1,
        Long.MIN_VALUE / 2,
        -65_537,
        -1,
        0,
        1,
        70_000,
        Long.MAX_VALUE / 2,
        Long.MAX_VALUE - 1,
        Long.MAX_VALUE
    };

    @RepeatedTest(300)
    void positionsEqualASearchOfAllRows(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        SplittableRandom random = new SplittableRandom(seed);
        Lease lease = new Lease();
        long[] keys = keys(random, random.nextInt(4));
        KeyColumn column = column(keys, lease);
        SortedIndex index = SortedIndexBuilder.build(column, lease);
        for (int version = 0; version < 6; version++) {
            int present = keys.length;
            int[] rows = IntStream.range(0, present + random.nextInt(3))
                    .filter(row -> row >= present || random.nextBoolean())
                    .toArray();
            long[] changed = keys(random, rows.length);
            keys = Arrays.copyOf(keys, Math.max(keys.length, rows.length == 0 ? 0 : rows[rows.length - 1] + 1));
            for (int i = 0; i < rows.length; i++) {
                keys[rows[i]] = changed[i];
            }
            KeyChanges changes =
                    index.column().changes(rows, column(changed, lease), KeySpace.Translation.IDENTITY, new int[0]);
            KeyColumn next = index.column().edit(changes, keys.length, MemoryBudget.UNLIMITED);
            index = index.edit(next, changes, new int[0], MemoryBudget.UNLIMITED);
            check(index, keys, "version %d, seed %d".formatted(version, seed));
        }
        lease.release();
    }

    private static long[] keys(SplittableRandom random, int count) {
        return random.ints(count, 0, EXTREMES.length + 1)
                .mapToLong(i -> i == EXTREMES.length ? random.nextLong() : EXTREMES[i])
                .toArray();
    }

    private static KeyColumn column(long[] keys, Lease lease) {
        try (ColumnBuilder builder = ColumnBuilder.of(MySqlType.BIGINT, 0, 0, Long.class, Long.class, null)) {
            Arrays.stream(keys).forEach(builder::append);
            return (KeyColumn) builder.build(lease);
        }
    }

    private static void check(SortedIndex index, long[] keys, String description) {
        assertThat(IntStream.range(0, index.rows()).mapToLong(position -> keys[index.row(position)]))
                .as(description)
                .containsExactly(Arrays.stream(keys).sorted().boxed().toArray(Long[]::new));
        for (long key : EXTREMES) {
            int below = (int) Arrays.stream(keys).filter(other -> other < key).count();
            int through =
                    (int) Arrays.stream(keys).filter(other -> other <= key).count();
            assertThat(index.below(key)).as("below %d, %s", key, description).isEqualTo(below);
            assertThat(index.through(key))
                    .as("through %d, %s", key, description)
                    .isEqualTo(through);
        }
    }
}
