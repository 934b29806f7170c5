package org.speedwell.accelerator.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.EntityFactory;
import org.speedwell.accelerator.store.TableStore;

/** Finds the first rows of random keys and compares them with those of a set. */
@Tag("oracle")
class FirstRowsTest {
    private static final int[] ROWS = {0, 1, 15, 16, 17, 4_096, 4_097, 150_000, 300_001};
    private static final long[] BOUNDS = {1, 40, 70_000, 1L << 25, Long.MAX_VALUE};

    @Test
    void firstRowsAreThoseOfASet() {
        for (int seed = 0; seed < 90; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            check("seed " + seed, ROWS[seed % ROWS.length], random);
        }
    }

    private static void check(String which, int rows, SplittableRandom random) {
        long bound = BOUNDS[random.nextInt(BOUNDS.length)];
        long least = random.nextInt(-50, 50);
        int distinct = random.nextInt(1, Math.max(2, rows));
        int nulls = random.nextInt(3) == 0 ? 9 : 0;
        long[] some = random.longs(distinct, 0, bound)
                .map(key -> Math.max(key, key + least))
                .toArray();
        @Nullable Long[] values = new Long[rows];
        Lease lease = new Lease();
        TableStore.Builder<Object> builder = TableStore.builder(
                new TableId<>("test", "test", "keys"), new EntityFactory<>(Object::new, List.of()), lease);
        try (ColumnBuilder column = ColumnBuilder.of(MySqlType.BIGINT, 0, 0, Long.class, Long.class, null)) {
            for (int row = 0; row < rows; row++) {
                values[row] = nulls > 0 && random.nextInt(nulls) == 0 ? null : some[random.nextInt(distinct)];
                column.append(values[row]);
            }
            builder.column(ColumnId.of("key"), column.build(lease), null);
        }
        TableStore<Object> table = builder.build();
        KeyColumn keys = (KeyColumn) table.column(0);
        int from = random.nextInt(rows / 2 + 1);
        Rows part = new Rows.Sequence(from, rows);
        int[] expected = expected(values, from);
        int[] ofAll = expected(values, 0);
        for (boolean parallel : new boolean[] {false, true}) {
            assertThat(list(RowWorker.run(part, parallel, () -> new FirstRows(keys))
                            .rows()))
                    .as(which)
                    .isEqualTo(expected);
            FirstRows scanned = RowWorker.run(Scan.ofPresent(table, parallel), () -> new FirstRows(keys));
            assertThat(list(scanned.rows())).as(which).isEqualTo(ofAll);
            assertThat(scanned.read()).as(which).isEqualTo(rows);
        }
        for (int limit : new int[] {0, 1, random.nextInt(1, 40), expected.length, expected.length + 1}) {
            assertThat(list(FirstRows.of(part, keys, limit)))
                    .as("%s, limit %d", which, limit)
                    .isEqualTo(IntStream.of(expected).limit(limit).toArray());
        }
    }

    private static int[] expected(@Nullable Long[] values, int from) {
        Set<@Nullable Long> seen = new HashSet<>();
        return IntStream.range(from, values.length)
                .filter(row -> seen.add(values[row]))
                .toArray();
    }

    private static int[] list(Rows rows) {
        return IntStream.range(0, rows.size()).map(rows::get).toArray();
    }
}
