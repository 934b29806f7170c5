package org.speedwell.accelerator.classes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.OpenMode;
import org.speedwell.accelerator.entity.MappedSchema;
import org.speedwell.accelerator.monitor.Explanation;

/** Verifies unsigned columns in signed classes of the same width. */
@Tag("oracle")
@Tag("database")
@Timeout(300)
class UnsignedColumnTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int ROWS = 500;

    record Counter(
            long id,
            byte tiny,
            short small,
            int plain,
            @Nullable Long big,
            @Nullable Long ownerId) {}

    record Owner(long id, @Nullable Integer size) {}

    @Entity
    @Table(name = "counter")
    @SuppressWarnings("NullAway.Init")
    static class Linked {
        @Id
        private Long id;

        @ManyToOne
        private @Nullable OwnerEntity owner;

        @Nullable
        public OwnerEntity getOwner() {
            return owner;
        }
    }

    @Entity
    @Table(name = "owner")
    @SuppressWarnings("NullAway.Init")
    static class OwnerEntity {
        @Id
        private Long id;

        private @Nullable Integer size;

        @Nullable
        public Integer getSize() {
            return size;
        }
    }

    @SuppressWarnings("NullAway.Init")
    private MappedSchema schema;

    @BeforeEach
    void create() throws SQLException {
        schema = new MappedSchema(
                "speedwell_test_unsigned",
                "CREATE TABLE owner (id BIGINT UNSIGNED PRIMARY KEY, size INT UNSIGNED)",
                "INSERT INTO owner VALUES (0, 0), (1, NULL), (2, 2147483647), (9223372036854775807, 7)",
                "CREATE TABLE counter (id BIGINT UNSIGNED PRIMARY KEY, tiny TINYINT UNSIGNED NOT NULL,"
                        + " small SMALLINT UNSIGNED NOT NULL, plain INT UNSIGNED NOT NULL, big BIGINT UNSIGNED,"
                        + " owner_id BIGINT UNSIGNED)");
        Random random = new Random(3);
        List<Long> owners = List.of(0L, 1L, 2L, Long.MAX_VALUE, 5L);
        try (Connection connection = schema.connect();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO counter VALUES (?, ?, ?, ?, ?, ?)")) {
            for (int row = 0; row < ROWS; row++) {
                insert.setLong(1, row == 0 ? Long.MAX_VALUE : row - 1);
                insert.setInt(2, row < 2 ? row * Byte.MAX_VALUE : random.nextInt(128));
                insert.setInt(3, row < 2 ? row * Short.MAX_VALUE : random.nextInt(Short.MAX_VALUE));
                insert.setInt(4, row < 2 ? row * Integer.MAX_VALUE : random.nextInt(40));
                insert.setObject(5, big(row, random));
                insert.setObject(6, random.nextInt(5) == 0 ? null : owners.get(random.nextInt(owners.size())));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static @Nullable Long big(int row, Random random) {
        return switch (row) {
            case 0 -> 0L;
            case 1 -> Long.MAX_VALUE;
            case 2 -> Long.MAX_VALUE - 1;
            default -> random.nextInt(5) == 0 ? null : random.nextLong(Long.MAX_VALUE) >>> random.nextInt(63);
        };
    }

    @AfterEach
    void drop() throws SQLException {
        schema.close();
    }

    private MemoryStore.Builder builder() {
        return MemoryStore.builder(schema.dataSource()).tables(Counter.class, Owner.class);
    }

    private List<Counter> counters() throws SQLException {
        List<Counter> rows = new ArrayList<>();
        try (Connection connection = schema.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT * FROM counter ORDER BY id")) {
            while (row.next()) {
                rows.add(new Counter(
                        row.getLong("id"),
                        row.getByte("tiny"),
                        row.getShort("small"),
                        row.getInt("plain"),
                        row.getObject("big", Long.class),
                        row.getObject("owner_id", Long.class)));
            }
        }
        return rows;
    }

    private static void assertSame(MemoryStore store, List<Counter> list, Function<Stream<Counter>, ?> pipeline) {
        assertThat((Object) pipeline.apply(store.stream(Counter.class))).isEqualTo(pipeline.apply(list.stream()));
    }

    @Test
    void queriesOfSignedClassesAreThoseOfLists(@TempDir Path folder) throws SQLException {
        List<Counter> list = counters();
        assertThat(list).hasSize(ROWS);
        Path file = folder.resolve("counters");
        try (MemoryStore store = builder().open()) {
            assertQueries(store, list);
            store.save(file);
        }
        try (MemoryStore store = builder().open(file, OpenMode.VERIFIED)) {
            assertQueries(store, list);
        }
    }

    private static void assertQueries(MemoryStore store, List<Counter> list) {
        Explanation counted = store.explain(
                Counter.class,
                counters -> counters.filter(row -> row.big() != null && row.big() > Long.MAX_VALUE - 2)
                        .count());
        assertThat(counted.fallback()).isEmpty();
        assertThat(counted.entities()).isZero();
        assertSame(
                store,
                list,
                rows -> rows.sorted(Comparator.comparingLong(Counter::id)).toList());
        for (long limit : new long[] {0, 1, 1000, Long.MAX_VALUE - 1, Long.MAX_VALUE}) {
            assertSame(
                    store, list, rows -> rows.filter(row -> row.id() >= limit).count());
            assertSame(
                    store,
                    list,
                    rows -> rows.filter(row -> row.big() != null && row.big() <= limit)
                            .count());
            assertThat(store.stream(Counter.class)
                            .filter(store.field(Counter::big).greaterThan(limit))
                            .count())
                    .isEqualTo(list.stream()
                            .filter(row -> row.big() != null && row.big() > limit)
                            .count());
            assertThat(store.stream(Counter.class)
                            .filter(store.field(Counter::id).equal(limit))
                            .count())
                    .isEqualTo(list.stream().filter(row -> row.id() == limit).count());
        }
        assertSame(
                store,
                list,
                rows -> rows.filter(row -> row.tiny() == Byte.MAX_VALUE || row.small() == Short.MAX_VALUE)
                        .count());
        assertSame(
                store,
                list,
                rows -> rows.sorted(Comparator.comparingInt(Counter::plain)
                                .reversed()
                                .thenComparing(
                                        Comparator.comparingLong(Counter::id).reversed()))
                        .limit(20)
                        .toList());
        assertSame(
                store,
                list,
                rows -> rows.collect(Collectors.groupingBy(Counter::plain, Collectors.summingLong(Counter::small))));
        assertSame(
                store,
                list,
                rows -> rows.filter(row -> row.big() != null)
                        .mapToLong(Counter::big)
                        .max());
        List<Owner> owners = store.stream(Owner.class).toList();
        assertThat(store
                        .from(Counter.class)
                        .join(Owner.class, (counter, owner) -> Objects.equals(counter.ownerId(), owner.id()))
                        .stream()
                        .collect(Collectors.groupingBy(row -> row.second().id(), Collectors.counting())))
                .isEqualTo(list.stream()
                        .flatMap(counter ->
                                owners.stream().filter(owner -> Objects.equals(counter.ownerId(), owner.id())))
                        .collect(Collectors.groupingBy(Owner::id, Collectors.counting())));
    }

    @Test
    void referencesFollowUnsignedKeys() throws SQLException {
        long expected = counters().stream()
                .filter(row -> Objects.equals(row.ownerId(), Long.MAX_VALUE))
                .count();
        schema.execute("DELETE FROM counter WHERE owner_id = 5");
        try (MemoryStore store = MemoryStore.builder(schema.dataSource())
                .tables(Linked.class, OwnerEntity.class)
                .open()) {
            assertThat(store.stream(Linked.class)
                            .filter(row -> row.getOwner() != null
                                    && row.getOwner().getSize() != null
                                    && row.getOwner().getSize() == 7)
                            .count())
                    .isEqualTo(expected)
                    .isPositive();
            assertThat(store.stream(Linked.class).toList().stream()
                            .filter(row -> row.getOwner() != null
                                    && Objects.equals(row.getOwner().getSize(), 7)))
                    .hasSize((int) expected);
        }
    }

    @Test
    void greaterNumbersFailTheLoad() throws SQLException {
        assertRefused("big = 9223372036854775808", "column big", "BigInteger");
        assertRefused("big = 18446744073709551615", "column big", "BigInteger");
        assertRefused("plain = 2147483648", "column plain", "Long");
        assertRefused("small = 32768", "column small", "Integer");
        assertRefused("tiny = 255", "column tiny", "Integer");
        schema.execute("UPDATE counter SET id = 18446744073709551615 WHERE id = 7");
        assertThatThrownBy(() -> builder().open())
                .hasMessageContaining("column id")
                .hasMessageContaining("BigInteger");
    }

    private void assertRefused(String change, String column, String remedy) throws SQLException {
        schema.execute("CREATE TABLE kept SELECT * FROM counter WHERE id = 7");
        schema.execute("UPDATE counter SET " + change + " WHERE id = 7");
        assertThatThrownBy(() -> builder().open())
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("Table speedwell_test_unsigned.counter, " + column + ", row id = 7: ")
                .hasMessageContaining("The class " + remedy + " holds every ");
        schema.execute("DELETE FROM counter WHERE id = 7", "INSERT INTO counter SELECT * FROM kept", "DROP TABLE kept");
    }

    @Test
    void greaterNumbersStopTheirTableUntilTheyAreCorrected() throws Exception {
        try (MemoryStore store = builder().follow().open()) {
            schema.execute(
                    "UPDATE counter SET big = 9223372036854775807, plain = 2147483647 WHERE id = 8",
                    "INSERT INTO counter VALUES (100000, 1, 2, 3, 4, 5)");
            assertThat(store.await(LONG)).isTrue();
            assertQueries(store, counters());
            assertThat(store.verify().isEqual()).isTrue();
            schema.execute("UPDATE counter SET big = 9223372036854775808 WHERE id = 9");
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(
                                    store.followStatus().orElseThrow().stopped().values())
                            .singleElement()
                            .asString()
                            .contains("column big", "The class BigInteger holds every"));
            schema.execute("UPDATE counter SET big = 5 WHERE id = 9");
            store.reload(Counter.class);
            assertThat(store.await(LONG)).isTrue();
            assertQueries(store, counters());
        }
    }
}
