package org.speedwell.accelerator.store;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.lambda.EntityCode;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;

/** The differences between versions of a table, compared with plain maps by primary key. */
@Tag("oracle")
class TableChangesTest {
    private static final MemoryBudget BUDGET = new MemoryBudget(Long.MAX_VALUE);
    private static final List<MySqlType> TYPES =
            List.of(MySqlType.INT, MySqlType.VARCHAR, MySqlType.BIGINT, MySqlType.TEXT);
    private static final List<Class<?>> CLASSES = List.of(Integer.class, String.class, Long.class, String.class);

    /** A row. The primary key is the first column or the first two. */
    private record Row(
            int number,
            String name,
            @Nullable Long wide,
            @Nullable String document) {
        @Nullable
        Object value(int column) {
            return switch (column) {
                case 0 -> number;
                case 1 -> name;
                case 2 -> wide;
                default -> document;
            };
        }

        static Row of(@Nullable Object[] values) {
            return new Row((Integer) values[0], (String) values[1], (Long) values[2], (String) values[3]);
        }
    }

    private static List<Column> columns(List<Row> rows, Lease lease) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < TYPES.size(); i++) {
            try (ColumnBuilder builder = ColumnBuilder.of(TYPES.get(i), 0, 0, CLASSES.get(i), CLASSES.get(i), null)) {
                for (Row row : rows) {
                    builder.append(row.value(i));
                }
                columns.add(builder.build(lease));
            }
        }
        return columns;
    }

    private static TableStore<Row> load(List<Row> rows, int... primaryKey) {
        Lease lease = new Lease();
        TableStore.Builder<Row> table = TableStore.builder(
                new TableId<Row>("speedwell", "test", "rows"),
                new EntityFactory<>(Row::of, 4, EntityCode.ofRecord(Row.class)),
                lease);
        List<Column> columns = columns(rows, lease);
        for (int i = 0; i < columns.size(); i++) {
            table.indexedColumn(ColumnId.of("column " + i), columns.get(i));
        }
        return table.primaryKey(primaryKey).build();
    }

    /** A version and its rows by primary key. */
    private record Version(TableStore<Row> table, Map<List<Object>, Row> rows) {}

    /** A maker of versions. */
    private static final class History {
        private final SplittableRandom random;
        private final int[] primaryKey;
        private final TreeMap<Integer, Row> byPlace = new TreeMap<>();
        private final List<Version> versions = new ArrayList<>();
        private TableStore<Row> table;
        private int lastNumber;

        History(int size, SplittableRandom random, int... primaryKey) {
            this.random = random;
            this.primaryKey = primaryKey;
            List<Row> rows = IntStream.range(0, size).mapToObj(_ -> newRow()).toList();
            this.table = load(rows, primaryKey);
            place(rows);
        }

        private void place(List<Row> rows) {
            byPlace.clear();
            for (int i = 0; i < rows.size(); i++) {
                byPlace.put(i, rows.get(i));
            }
            note();
        }

        private void note() {
            Map<List<Object>, Row> rows = new HashMap<>();
            byPlace.values().forEach(row -> rows.put(key(row), row));
            versions.add(new Version(table, rows));
        }

        private List<Object> key(Row row) {
            return Arrays.stream(primaryKey).mapToObj(row::value).toList();
        }

        private Row newRow() {
            return changed(new Row(++lastNumber, "name " + random.nextInt(1_000_000), 0L, ""));
        }

        private Row changed(Row row) {
            return new Row(
                    row.number,
                    row.name,
                    random.nextInt(9) == 0 ? null : random.nextInt(3) == 0 ? random.nextLong() : 7L,
                    random.nextInt(9) == 0 ? null : "document " + random.nextInt(5));
        }

        /** Makes a version: some rows are deleted, changed or given another key, and some are new. */
        void edit(int count) {
            TreeMap<Integer, Row> changes = new TreeMap<>();
            TreeMap<Integer, Row> removed = new TreeMap<>();
            List<Integer> places = List.copyOf(byPlace.keySet());
            for (int i = 0; i < count && !places.isEmpty(); i++) {
                int place = places.get(random.nextInt(places.size()));
                Row row = requireNonNull(byPlace.get(place));
                switch (random.nextInt(4)) {
                    case 0 -> removed.put(place, row);
                    case 1 -> changes.put(place, newRow());
                    default -> changes.put(place, changed(row));
                }
            }
            changes.keySet().removeAll(removed.keySet());
            for (int i = 0; i < random.nextInt(count + 1); i++) {
                changes.put(table.end() + i, newRow());
            }
            Lease staging = new Lease();
            table = table.edit(ints(changes), columns(List.copyOf(changes.values()), staging), ints(removed), BUDGET);
            staging.release();
            byPlace.keySet().removeAll(removed.keySet());
            byPlace.putAll(changes);
            note();
        }

        private static int[] ints(TreeMap<Integer, Row> rows) {
            return rows.keySet().stream().mapToInt(Integer::intValue).toArray();
        }

        void pack() {
            table = table.packed(new Lease());
            place(List.copyOf(byPlace.values()));
        }

        /** Makes a version of the same rows in another order. It shares no memory with earlier versions. */
        void reload() {
            List<Row> rows = new ArrayList<>(byPlace.values());
            for (int i = rows.size() - 1; i > 0; i--) {
                rows.set(i, rows.set(random.nextInt(i + 1), rows.get(i)));
            }
            table = load(rows, primaryKey);
            place(rows);
        }
    }

    private static void check(Version former, Version latter, String description) {
        Map<List<Object>, List<@Nullable Row>> expected = new HashMap<>();
        former.rows.forEach((key, row) -> {
            if (!row.equals(latter.rows.get(key))) {
                expected.put(key, Arrays.asList(row, latter.rows.get(key)));
            }
        });
        latter.rows.forEach((key, row) -> {
            if (!former.rows.containsKey(key)) {
                expected.put(key, Arrays.asList(null, row));
            }
        });
        Map<List<Object>, List<@Nullable Row>> found = new HashMap<>();
        int[] primaryKey = latter.table.primaryKey();
        latter.table.changesSince(former.table).forEach(rows -> {
            Row before = rows.before() < 0 ? null : former.table.entity(rows.before());
            Row after = rows.after() < 0 ? null : latter.table.entity(rows.after());
            Row any = before == null ? requireNonNull(after) : before;
            List<Object> key = Arrays.stream(primaryKey).mapToObj(any::value).toList();
            assertThat(found.put(key, Arrays.asList(before, after)))
                    .as("twice, " + description)
                    .isNull();
        });
        assertThat(found).as(description).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 300, 3_000})
    void differencesOfVersionsEqualThoseOfTheirRows(int size) {
        for (int[] primaryKey : new int[][] {{0}, {0, 1}, {1, 0}}) {
            long seed = 20_261_122L + size + primaryKey.length;
            SplittableRandom random = new SplittableRandom(seed);
            History history = new History(size, random, primaryKey);
            for (int i = 0; i < 12; i++) {
                switch (random.nextInt(8)) {
                    case 0 -> history.pack();
                    case 1 -> history.reload();
                    default -> history.edit(1 + random.nextInt(1 + size / 50));
                }
            }
            for (int i = 0; i < history.versions.size(); i++) {
                for (int j = 0; j < history.versions.size(); j++) {
                    check(
                            history.versions.get(i),
                            history.versions.get(j),
                            "%d rows, key %s, version %d to %d, seed %d"
                                    .formatted(size, Arrays.toString(primaryKey), i, j, seed));
                }
            }
        }
    }

    /** Checks the rows that edits report. They include each row id whose row differs between the versions. */
    @Test
    void editedRowsAreKnownForSixteenEdits() {
        History history = new History(300, new SplittableRandom(5), 0);
        for (int i = 0; i < 20; i++) {
            history.edit(1 + i);
        }
        TableStore<Row> latter = history.table;
        for (int i = 0; i < 20; i++) {
            TableStore<Row> former = history.versions.get(i).table;
            int[] rows = latter.editedSince(former);
            if (20 - i > 16) {
                assertThat(rows).as("edits after version %d", i).isNull();
                continue;
            }
            assertThat(rows).isSorted().doesNotHaveDuplicates();
            assertThat(rows)
                    .contains(IntStream.range(0, latter.end())
                            .filter(row -> !Objects.equals(row(former, row), row(latter, row)))
                            .toArray());
        }
        assertThat(latter.editedSince(latter)).isEmpty();
        assertThat(history.versions.getFirst().table.editedSince(latter)).isNull();
        history.reload();
        assertThat(history.table.editedSince(latter)).isNull();
    }

    private static @Nullable Row row(TableStore<Row> table, int row) {
        return table.isPresent(row) ? table.entity(row) : null;
    }

    /** Checks that the comparison recognises every block without a change as shared. This makes it cheap. */
    @Test
    void unchangedBlocksAreShared() {
        History history = new History(100_000, new SplittableRandom(3), 0);
        TableStore<Row> former = history.table;
        history.edit(1);
        TableStore<Row> latter = history.table;
        for (int i = 0; i < latter.columns(); i++) {
            Column before = former.column(i);
            Column after = latter.column(i);
            assertThat(IntStream.iterate(0, row -> row < former.end(), row -> row + Column.SHARED)
                            .filter(row -> !before.isShared(after, row))
                            .count())
                    .as("column %d", i)
                    .isLessThanOrEqualTo(i == 1 ? 400 : 20); // a new name may add the keys of all names
        }
    }

    @Test
    void changesOfATableWithoutPrimaryKeyAreRefused() {
        TableStore<Row> table = load(List.of(new Row(1, "one", null, null)));
        assertThatThrownBy(() -> table.changesSince(table))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has no primary key");
    }
}
