package org.speedwell.accelerator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;

/** The lookup of rows by primary key, in a table after its load and in later versions of it. */
@Tag("oracle")
class KeyLookupTest {
    private static final int NUMBER = 0;
    private static final int TEXT = 1;
    private static final int WIDE = 2;
    private static final int TIME = 3;

    private final Lease lease = new Lease();

    @AfterEach
    void release() {
        lease.release();
    }

    /** A primary key of columns of these kinds. */
    @SuppressWarnings("ArrayRecordComponent") // no code compares it
    private record Key(int... kinds) {
        @Override
        public String toString() {
            return Arrays.toString(kinds);
        }
    }

    static Stream<Key> keys() {
        return Stream.of(
                new Key(NUMBER),
                new Key(TEXT),
                new Key(WIDE),
                new Key(TIME),
                new Key(TEXT, NUMBER),
                new Key(NUMBER, NUMBER),
                new Key(TIME, TEXT, WIDE));
    }

    private static Object value(int kind, int columns, SplittableRandom random) {
        int spread = columns == 1 ? 3_000 : 40;
        return switch (kind) {
            case NUMBER -> random.nextInt(spread);
            case TEXT -> "text " + random.nextInt(spread);
            case WIDE -> random.nextInt(spread) * 0x9E3779B97F4A7C15L;
            default -> new Timestamp(random.nextInt(spread) * (random.nextBoolean() ? 60_000L : 3_600_000L));
        };
    }

    private static List<Object> key(Key key, SplittableRandom random) {
        return Arrays.stream(key.kinds)
                .mapToObj(kind -> value(kind, key.kinds.length, random))
                .toList();
    }

    private List<Column> columns(Key key, List<List<Object>> rows) {
        List<MySqlType> types = List.of(MySqlType.INT, MySqlType.VARCHAR, MySqlType.BIGINT, MySqlType.DATETIME);
        List<Class<?>> classes = List.of(Integer.class, String.class, Long.class, Timestamp.class);
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < key.kinds.length; i++) {
            Class<?> of = classes.get(key.kinds[i]);
            try (ColumnBuilder builder = ColumnBuilder.of(types.get(key.kinds[i]), 0, 0, of, of, null)) {
                for (List<Object> row : rows) {
                    builder.append(row.get(i));
                }
                columns.add(builder.build(lease));
            }
        }
        return columns;
    }

    /** Builds a table. It has the columns of the key in reverse order, which is allowed. */
    private TableStore<Object> table(Key key, List<List<Object>> rows, boolean indexed) {
        TableId<Object> identifier = new TableId<>("test", "test", "rows");
        TableStore.Builder<Object> table =
                TableStore.builder(identifier, new EntityFactory<>(Object::new, List.of()), lease);
        List<Column> columns = columns(key, rows).reversed();
        for (int i = 0; i < columns.size(); i++) {
            if (indexed) {
                table.indexedColumn(ColumnId.of("c" + i), columns.get(i));
            } else {
                table.column(ColumnId.of("c" + i), columns.get(i));
            }
        }
        int last = columns.size() - 1;
        return table.primaryKey(
                        IntStream.rangeClosed(0, last).map(i -> last - i).toArray())
                .build();
    }

    @ParameterizedTest
    @MethodSource("keys")
    void lookupFindsTheRowOfEachKey(Key key) {
        for (long seed = 1; seed <= 6; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Set<List<Object>> distinct = new LinkedHashSet<>();
            for (int i = random.nextInt(1_500); i >= 0; i--) {
                distinct.add(key(key, random));
            }
            List<List<Object>> rows = new ArrayList<>(distinct);
            if (key.kinds.length == 1 && key.kinds[0] == NUMBER) { // ascending, perhaps without gaps, as keys often are
                int step = random.nextInt(1, 3);
                IntStream.range(0, rows.size()).forEach(i -> rows.set(i, List.of(i * step)));
            }
            Map<List<Object>, Integer> expected = new HashMap<>();
            rows.forEach(row -> expected.put(row, expected.size()));
            TableStore<Object> table = table(key, rows, true);
            for (int version = 0; version < 4; version++) {
                check(table, key, expected, random, "version %d, seed %d".formatted(version, seed));
                table = edited(table, key, expected, random);
            }
            check(table, key, expected, random, "the last version, seed " + seed);
        }
    }

    private void check(
            TableStore<Object> table,
            Key key,
            Map<List<Object>, Integer> expected,
            SplittableRandom random,
            String description) {
        List<List<Object>> lookups = new ArrayList<>(expected.keySet());
        for (int i = 0; i < 300; i++) {
            lookups.add(key(key, random));
        }
        Collections.shuffle(lookups, new Random(1));
        int[] rows = lookups.stream()
                .mapToInt(each -> expected.getOrDefault(each, -1))
                .toArray();
        assertThat(table.rowsOf(columns(key, lookups))).as(description).isEqualTo(rows);
    }

    /** Returns a version in which some rows are deleted, some are new, and some have another key. */
    private TableStore<Object> edited(
            TableStore<Object> table, Key key, Map<List<Object>, Integer> expected, SplittableRandom random) {
        int[] chosen = expected.values().stream()
                .filter(_ -> random.nextInt(10) == 0)
                .mapToInt(Integer::intValue)
                .sorted()
                .toArray();
        int[] removed = Arrays.stream(chosen).filter(row -> row % 2 == 0).toArray();
        int[] changed = IntStream.concat(
                        Arrays.stream(chosen).filter(row -> row % 2 == 1),
                        IntStream.range(table.end(), table.end() + random.nextInt(60)))
                .toArray();
        expected.values().removeIf(row -> Arrays.binarySearch(chosen, row) >= 0);
        List<List<Object>> values = new ArrayList<>();
        for (int row : changed) {
            List<Object> value = key(key, random);
            while (expected.putIfAbsent(value, row) != null) {
                value = spare(key, row, random);
            }
            values.add(value);
        }
        return table.edit(changed, columns(key, values).reversed(), removed, new MemoryBudget(Long.MAX_VALUE));
    }

    /** Returns a key that is probably not in the table yet. */
    private static List<Object> spare(Key key, int row, SplittableRandom random) {
        return Arrays.stream(key.kinds)
                .<Object>mapToObj(kind -> switch (kind) {
                    case NUMBER -> 10_000 + 10 * row + random.nextInt(10);
                    case TEXT -> "spare " + row + random.nextInt(10);
                    case WIDE -> random.nextLong();
                    default -> new Timestamp(1_000L * random.nextInt());
                })
                .toList();
    }

    @Test
    void unsupportedLookupsAreRefused() {
        Key two = new Key(NUMBER, TEXT);
        List<List<Object>> rows = List.of(List.of(1, "a"), List.of(2, "b"));
        List<Column> keys = columns(two, rows);
        TableStore<Object> unindexed = table(two, rows, false);
        assertThatThrownBy(() -> unindexed.rowsOf(keys))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("No column of the primary key of table rows has an index");
        TableStore<Object> table = table(two, rows, true);
        assertThatThrownBy(() -> table.rowsOf(keys.subList(0, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has 2 columns, but 1 were passed");
        TableId<Object> identifier = new TableId<>("test", "test", "rows");
        TableStore<Object> keyless = TableStore.builder(identifier, new EntityFactory<>(Object::new, List.of()), lease)
                .build();
        assertThatThrownBy(() -> keyless.rowsOf(keys))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has no primary key");
    }
}
