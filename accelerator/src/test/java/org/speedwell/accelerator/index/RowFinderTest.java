package org.speedwell.accelerator.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.codec.KeySpace;
import org.speedwell.accelerator.column.KeyChanges;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;

/** Compares the rows and positions of random keys with a search of all rows, in several versions of an index. */
@Tag("oracle")
class RowFinderTest {
    private static final int VERSIONS = 4;

    /** The numbers of lookups for which an index creates no table of its keys, and creates one at once. */
    private static final int[] LOOKUPS = {0, 1 << 20};

    @ParameterizedTest
    @CsvSource({
        "3, 1, false", // consecutive, or a few keys apart
        "40, 1, false",
        "200000, 4, false", // a table of keys
        "200000, 4, true",
        "-500000, 12, true",
        "500, 100000, true", // keys far apart
        "-9223372036854775808, 3, false",
        "9223372036854000000, 5, true"
    })
    void rowsEqualASearchOfAllRows(long from, int distance, boolean isWithNulls) {
        for (long seed = 0; seed < 12; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Lease lease = new Lease();
            List<@Nullable Long> keys = new ArrayList<>();
            boolean isUnique = random.nextBoolean();
            boolean isAscending = random.nextBoolean();
            int size = random.nextInt(3) == 0 ? random.nextInt(40) : 20_000 + random.nextInt(4_000);
            for (int i = 0; i < size; i++) {
                long place = isUnique ? i * (long) distance + random.nextInt(distance) : random.nextInt(1 + size / 3);
                keys.add(isWithNulls && random.nextInt(8) == 0 ? null : from + place);
            }
            if (!isAscending) {
                Collections.shuffle(keys, new Random(seed));
            }
            check(keys, random, lease, "seed " + seed);
            lease.release();
        }
    }

    private static void check(List<@Nullable Long> keys, SplittableRandom random, Lease lease, String what) {
        SortedIndex index = SortedIndexBuilder.build(column(keys, lease), lease);
        boolean[] isRemoved = new boolean[keys.size() + VERSIONS * 8];
        for (int version = 0; version < VERSIONS; version++) {
            for (int lookups : LOOKUPS) {
                check(index, keys, isRemoved, random, lookups, what + ", version " + version);
            }
            List<Integer> rows = new ArrayList<>();
            List<Integer> removed = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                int row = random.nextInt(keys.size() + 1);
                if (row == keys.size()) {
                    keys.add(null);
                    rows.add(row);
                } else if (!isRemoved[row] && !rows.contains(row)) {
                    isRemoved[row] = random.nextBoolean();
                    (isRemoved[row] ? removed : rows).add(row);
                }
            }
            index = edited(index, keys, rows, removed, random, lease);
        }
    }

    private static SortedIndex edited(
            SortedIndex index,
            List<@Nullable Long> keys,
            List<Integer> rows,
            List<Integer> removed,
            SplittableRandom random,
            Lease lease) {
        for (int row : rows) {
            Long other = keys.get(random.nextInt(keys.size()));
            keys.set(row, other == null || random.nextBoolean() ? other : Long.valueOf(other ^ random.nextInt(4)));
        }
        int[] changed = rows.stream().mapToInt(row -> row).sorted().toArray();
        int[] gone = removed.stream().mapToInt(row -> row).sorted().toArray();
        List<@Nullable Long> values = new ArrayList<>();
        for (int row : changed) {
            values.add(keys.get(row));
        }
        KeyChanges changes =
                index.column().changes(changed, column(values, lease), KeySpace.Translation.IDENTITY, gone);
        KeyColumn next = index.column().edit(changes, keys.size(), MemoryBudget.UNLIMITED);
        return index.edit(next, changes, gone, MemoryBudget.UNLIMITED);
    }

    private static void check(
            SortedIndex index,
            List<@Nullable Long> keys,
            boolean[] isRemoved,
            SplittableRandom random,
            int lookups,
            String what) {
        RowFinder finder = new RowFinder(index, lookups);
        long[] wanted = new long[60];
        for (int i = 0; i < wanted.length; i++) {
            Long key = keys.isEmpty() ? null : keys.get(random.nextInt(keys.size()));
            wanted[i] = switch (random.nextInt(8)) {
                case 0 -> Long.MIN_VALUE;
                case 1 -> Long.MAX_VALUE;
                case 2 -> i > 0 ? wanted[i - 1] + 1 : 0;
                case 3 -> random.nextLong();
                default -> key == null ? 0 : key;
            };
        }
        int[] found = new int[wanted.length];
        finder.find(wanted, wanted.length, found);
        for (int i = 0; i < wanted.length; i++) {
            List<Integer> rows = new ArrayList<>();
            for (int row = 0; row < keys.size(); row++) {
                Long key = keys.get(row);
                if (!isRemoved[row] && key != null && key == wanted[i]) {
                    rows.add(row);
                }
            }
            String of = what + ", lookups " + lookups + ", key " + wanted[i];
            assertThat(found[i]).as(of).isEqualTo(rows.isEmpty() ? -1 : rows.getFirst());
            List<Integer> positions = new ArrayList<>();
            long run = finder.positions(wanted[i]);
            for (int at = SortedIndex.first(run); at < SortedIndex.end(run); at++) {
                positions.add(index.row(at));
            }
            assertThat(positions).as(of).isEqualTo(rows);
        }
    }

    private static KeyColumn column(List<@Nullable Long> keys, Lease lease) {
        try (ColumnBuilder builder = ColumnBuilder.of(MySqlType.BIGINT, 0, 0, Long.class, Long.class, null)) {
            keys.forEach(builder::append);
            return (KeyColumn) builder.build(lease);
        }
    }
}
