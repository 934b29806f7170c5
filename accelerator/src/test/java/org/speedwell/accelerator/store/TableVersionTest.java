package org.speedwell.accelerator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.column.Validity;
import org.speedwell.accelerator.index.PairIndex;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.lambda.EntityCode;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;

/** The versions of a table. Each is correct, shares memory with earlier versions, and does not change them. */
@Tag("oracle")
class TableVersionTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final List<MySqlType> TYPES =
            List.of(MySqlType.INT, MySqlType.BIGINT, MySqlType.VARCHAR, MySqlType.TEXT);

    /** A row: a number, a number from a wide range, a short text, a long text. */
    private record Row(
            @Nullable Integer number,
            @Nullable Long wide,
            @Nullable String text,
            String document) {
        @Nullable
        Object value(int column) {
            return switch (column) {
                case 0 -> number;
                case 1 -> wide;
                case 2 -> text;
                default -> document;
            };
        }
    }

    private static Row row(SplittableRandom random) {
        return new Row(
                random.nextInt(20) == 0 ? null : random.nextInt(-300, 300),
                random.nextInt(20) == 0 ? null : random.nextLong(),
                random.nextInt(20) == 0 ? null : "text " + random.nextInt(100),
                "document " + random.nextInt());
    }

    private static List<Column> columns(List<Row> rows, Lease lease) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < TYPES.size(); i++) {
            Class<?> values = List.<Class<?>>of(Integer.class, Long.class, String.class, String.class)
                    .get(i);
            try (ColumnBuilder builder = ColumnBuilder.of(TYPES.get(i), 0, 0, values, values, null)) {
                for (Row row : rows) {
                    builder.append(row.value(i));
                }
                columns.add(builder.build(lease));
            }
        }
        return columns;
    }

    private static TableStore<Row> load(List<Row> rows, Lease lease) {
        EntityFactory<Row> entities = new EntityFactory<>(
                values -> new Row((Integer) values[0], (Long) values[1], (String) values[2], (String) values[3]),
                4,
                EntityCode.ofRecord(Row.class));
        TableStore.Builder<Row> table =
                TableStore.builder(new TableId<Row>("speedwell", "test", "rows"), entities, lease);
        List<Column> columns = columns(rows, lease);
        for (int i = 0; i < columns.size(); i++) {
            table.indexedColumn(ColumnId.of("column " + i), columns.get(i));
        }
        return table.pair(PairIndex.build(0, (KeyColumn) columns.get(0), 2, (KeyColumn) columns.get(2), lease))
                .build();
    }

    private static TableStore<Row> edit(
            TableStore<Row> table, int[] changed, List<Row> rows, int[] removed, MemoryBudget budget) {
        Lease staging = new Lease();
        try {
            return table.edit(changed, columns(rows, staging), removed, budget);
        } finally {
            staging.release();
        }
    }

    /** A list that models a table. It has the row of each row number, or null if there is none. */
    private static final class Model {
        private final List<@Nullable Row> rows;
        private final SplittableRandom random;
        private TableStore<Row> table;

        Model(int size, SplittableRandom random) {
            this(size, random, new Lease());
        }

        Model(int size, SplittableRandom random, Lease lease) {
            this.random = random;
            List<Row> all = IntStream.range(0, size).mapToObj(_ -> row(random)).toList();
            this.rows = new ArrayList<>(all);
            this.table = load(all, lease);
        }

        /** Changes {@code count} rows, removes as many, and appends as many. */
        void change(int count, MemoryBudget budget) {
            int[] present = IntStream.range(0, rows.size())
                    .filter(row -> rows.get(row) != null)
                    .toArray();
            int[] chosen = random.ints(2 * count, 0, present.length)
                    .map(i -> present[i])
                    .distinct()
                    .toArray();
            int[] removed = Arrays.copyOf(chosen, chosen.length / 2);
            Arrays.sort(removed);
            int[] changed = IntStream.concat(
                            Arrays.stream(chosen, chosen.length / 2, chosen.length)
                                    .sorted(),
                            IntStream.range(rows.size(), rows.size() + count))
                    .toArray();
            List<Row> values = Arrays.stream(changed).mapToObj(_ -> row(random)).toList();
            table = edit(table, changed, values, removed, budget);
            Arrays.stream(removed).forEach(row -> rows.set(row, null));
            for (int i = 0; i < changed.length; i++) {
                if (changed[i] == rows.size()) {
                    rows.add(values.get(i));
                } else {
                    rows.set(changed[i], values.get(i));
                }
            }
        }

        List<Row> present() {
            return rows.stream().filter(Objects::nonNull).map(Row.class::cast).toList();
        }
    }

    /** Checks the rows of a version. Compares each index with one that is built from the same rows. */
    private static void check(TableStore<Row> version, List<Row> expected, String description) {
        Validity present = version.present();
        int[] numbers = IntStream.range(0, version.end())
                .filter(row -> present == null || present.isValid(row))
                .toArray();
        assertThat(Arrays.stream(numbers).mapToObj(version::entity).toList())
                .as(description)
                .isEqualTo(expected);
        assertThat(version.rows()).as(description).isEqualTo(expected.size());
        Lease lease = new Lease();
        TableStore<Row> fresh = load(expected, lease);
        for (int i = 0; i < fresh.columns(); i++) {
            check(version.index(i), fresh.index(i), numbers, "column %d, %s".formatted(i, description));
            assertThat(version.column(i).nulls())
                    .as(description)
                    .isEqualTo(fresh.column(i).nulls());
        }
        check(
                version.pairs().getFirst().index(),
                fresh.pairs().getFirst().index(),
                numbers,
                "both columns, " + description);
        lease.release();
    }

    private static void check(
            @Nullable SortedIndex index, @Nullable SortedIndex fresh, int[] numbers, String description) {
        assertThat(index == null).as(description).isEqualTo(fresh == null);
        if (index == null || fresh == null) {
            return;
        }
        int[] rows = IntStream.range(0, index.rows()).map(index::row).toArray();
        int[] expected = IntStream.range(0, fresh.rows())
                .map(position -> numbers[fresh.row(position)])
                .toArray();
        assertThat(rows).as(description).isEqualTo(expected);
        for (int position = 0; position < index.valid(); position++) {
            long key = index.column().key(rows[position]);
            int below = index.below(key);
            assertThat(below <= position && position < index.through(key))
                    .as(description)
                    .isTrue();
            assertThat(below == 0 || index.column().key(rows[below - 1]) < key)
                    .as(description)
                    .isTrue();
        }
        assertThat(index.count(Long.MIN_VALUE, Long.MAX_VALUE)).as(description).isEqualTo(fresh.valid());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 64, 300, 5_000, 20_000})
    void eachVersionHasExactlyItsRows(int size) {
        long seed = 20_261_122L + size;
        Model model = new Model(size, new SplittableRandom(seed));
        TableStore<Row> former = model.table;
        List<Row> formerRows = model.present();
        for (int version = 1; version <= 8; version++) {
            model.change(1 + size / 200, new MemoryBudget(Long.MAX_VALUE));
            String description = "version %d of %d rows, seed %d".formatted(version, size, seed);
            check(model.table, model.present(), description);
            check(former, formerRows, "before " + description);
            former = model.table;
            formerRows = model.present();
        }
        TableStore<Row> packed = model.table.packed(new Lease());
        check(packed, model.present(), "packed");
        assertThat(packed.unusedBytes()).isZero();
    }

    /** Edits some columns and passes no values for the others, which keep theirs. Also removes rows. */
    @ParameterizedTest
    @ValueSource(ints = {64, 5_000})
    void columnWithoutValuesKeepsThem(int size) {
        SplittableRandom random = new SplittableRandom(size);
        Model model = new Model(size, random);
        MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
        for (int version = 0; version < 32; version++) {
            int kept = version % 16;
            TableStore<Row> former = model.table;
            List<Row> formerRows = model.present();
            int[] changed = random.ints(5, 0, size)
                    .filter(former::isPresent)
                    .sorted()
                    .distinct()
                    .toArray();
            int[] removed = random.ints(version % 2, 0, size)
                    .filter(former::isPresent)
                    .filter(row -> Arrays.binarySearch(changed, row) < 0)
                    .toArray();
            for (int row : changed) {
                Row old = Objects.requireNonNull(model.rows.get(row));
                Row next = row(random);
                model.rows.set(
                        row,
                        new Row(
                                (kept & 1) > 0 ? old.number : next.number,
                                (kept & 2) > 0 ? old.wide : next.wide,
                                (kept & 4) > 0 ? old.text : next.text,
                                (kept & 8) > 0 ? old.document : next.document));
            }
            Lease staging = new Lease();
            List<@Nullable Column> values = new ArrayList<>(columns(
                    Arrays.stream(changed)
                            .mapToObj(row -> Objects.requireNonNull(model.rows.get(row)))
                            .toList(),
                    staging));
            for (int i = 0; i < values.size(); i++) {
                if ((kept >> i & 1) > 0) {
                    values.set(i, null);
                }
            }
            model.table = former.edit(changed, values, removed, budget);
            staging.release();
            Arrays.stream(removed).forEach(row -> model.rows.set(row, null));
            String description = "version %d of %d rows".formatted(version, size);
            check(model.table, model.present(), description);
            check(former, formerRows, "before " + description);
            if (removed.length == 0 && (kept & 2) > 0) {
                assertThat(model.table.column(1)).as(description).isSameAs(former.column(1));
                assertThat(model.table.index(1)).as(description).isSameAs(former.index(1));
            }
        }
    }

    @Test
    void newRowNeedsValuesInAllColumns() {
        Model model = new Model(10, new SplittableRandom(1));
        Lease staging = new Lease();
        List<@Nullable Column> values = new ArrayList<>(columns(List.of(row(new SplittableRandom(2))), staging));
        values.set(2, null);
        assertThatThrownBy(() -> model.table.edit(new int[] {10}, values, new int[0], new MemoryBudget(Long.MAX_VALUE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Column column 2 of table rows has no values for new rows.");
        staging.release();
    }

    /** Checks that the memory of a new version depends on the change, not on the table. */
    @Test
    void smallChangeSharesAlmostAllMemory() {
        Model model = new Model(100_000, new SplittableRandom(1));
        MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
        model.change(1, budget);
        assertThat(budget.held()).isLessThan(model.table.bytes() / 20);
        check(model.table, model.present(), "after a small change");
    }

    /** Checks that the memory of the load is free once all rows have changed. */
    @Test
    void fullyChangedTableIsInMemoryOnce() {
        MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
        Model model = new Model(200_000, new SplittableRandom(3), Lease.byRegion(budget));
        for (int version = 0; version < 100; version++) {
            model.change(300, budget);
        }
        Awaitility.await().atMost(LONG).untilAsserted(() -> {
            Lease.reclaim();
            assertThat(budget.held()).isLessThan(model.table.bytes() * 5 / 4);
        });
        check(model.table, model.present(), "the last version");
    }

    /** Makes versions that together take many times the budget. Nothing else makes the garbage collector run. */
    @Test
    void editWithoutMemoryWaitsForUnreachableVersions() {
        Model model = new Model(20_000, new SplittableRandom(4));
        MemoryBudget budget = new MemoryBudget(8 << 20);
        for (int version = 0; version < 100; version++) {
            model.change(20, budget);
        }
        check(model.table, model.present(), "the last version");
    }

    /**
     * Checks that defragmentation collects scattered blocks column by column. Earlier versions do not change and can be edited.
     */
    @ParameterizedTest
    @ValueSource(longs = {5, 6, 7})
    void defragmentedTableHasTheSameRows(long seed) {
        Model model = new Model(60_000, new SplittableRandom(seed));
        MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
        assertThat(model.table.defragmented(budget, () -> true))
                .as("nothing is scattered")
                .isSameAs(model.table);
        for (int round = 0; round < 2; round++) {
            for (int version = 0; version < 6; version++) {
                model.change(12, budget);
            }
            TableStore<Row> scattered = model.table;
            List<Row> rows = model.present();
            long held = budget.held();
            assertThat(scattered.defragmented(budget, () -> false)).isSameAs(scattered);
            assertThat(scattered.defragmented(new MemoryBudget(1_000), () -> true))
                    .isSameAs(scattered);
            assertThat(budget.held()).isLessThanOrEqualTo(held);
            TableStore<Row> first = scattered.defragmented(budget, () -> true);
            model.table = first.defragmented(budget, () -> true);
            assertThat(first).isNotSameAs(scattered);
            assertThat(model.table).isNotSameAs(first);
            assertThat(model.table.defragmented(budget, () -> true))
                    .as("the text has few blocks")
                    .isSameAs(model.table);
            assertThat(((KeyColumn) scattered.column(1)).isScattered()).isTrue();
            assertThat(((KeyColumn) model.table.column(1)).isScattered()).isFalse();
            check(first, rows, "one column folded, seed " + seed);
            check(model.table, rows, "folded, seed " + seed);
            model.change(1, budget);
            check(model.table, model.present(), "changed since, seed " + seed);
            check(scattered, rows, "before, seed " + seed);
        }
    }

    /** Checks that a defragmented table is in memory once, as soon as earlier versions are unreachable. */
    @Test
    void defragmentationFreesScatteredMemory() {
        MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
        Model model = new Model(200_000, new SplittableRandom(8), Lease.byRegion(budget));
        for (int round = 0; round < 20; round++) {
            model.change(100, budget);
            for (TableStore<Row> next = model.table.defragmented(budget, () -> true);
                    next != model.table;
                    next = model.table.defragmented(budget, () -> true)) {
                model.table = next;
            }
        }
        Awaitility.await().atMost(LONG).untilAsserted(() -> {
            Lease.reclaim();
            assertThat(budget.held()).isLessThan(model.table.bytes() * 5 / 4);
        });
        check(model.table, model.present(), "the last version");
    }

    /** Checks that the memory of an unreachable version becomes free. Memory that later versions share remains. */
    @Test
    void memoryIsFreedWithItsLastVersion() {
        Model model = new Model(50_000, new SplittableRandom(2));
        MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
        for (int version = 0; version < 100; version++) {
            model.change(20, budget);
        }
        Awaitility.await().atMost(LONG).untilAsserted(() -> {
            Lease.reclaim();
            assertThat(budget.held()).isLessThan(3L * model.table.bytes());
        });
        check(model.table, model.present(), "the last version");
    }
}
