package org.speedwell.accelerator.querying;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.NotLoaded;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.TortureDatabase;
import org.speedwell.torture.Mixed;
import org.speedwell.torture.MixedManager;

/**
 * Verifies that a query of a column that is not loaded runs in the database, and every other query in memory. The
 * database has other rows than memory here, so each answer shows its source.
 */
@Tag("database")
class RoutedStreamTest {
    private static final long KEPT = 20;

    private static TortureDatabase database;
    private static Speedment app;
    private static MixedManager mixed;
    private static long inMemory;

    @BeforeAll
    static void load() throws SQLException {
        database = new TortureDatabase("speedwell_test_routed");
        StoreConfiguration configuration = StoreConfiguration.builder()
                .withoutColumn(Mixed.NOTE)
                .columnNotLoaded(NotLoaded.SQL)
                .build();
        app = database.builder()
                .withBundle(InMemoryBundle.class)
                .withComponent(StoreConfiguration.class, () -> configuration)
                .withAllowStreamIteratorAndSpliterator() // by default, Speedment refuses these over SQL
                .withParam("db.mysql.collationName", "utf8mb4_general_ci")
                .withParam("db.mysql.binaryCollationName", "utf8mb4_bin")
                .build();
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
        store.load();
        mixed = app.getOrThrow(MixedManager.class);
        inMemory = mixed.stream().count();
        database.execute("DELETE FROM mixed WHERE id NOT IN (SELECT id FROM (SELECT id FROM mixed ORDER BY id LIMIT "
                + KEPT + ") kept)");
        assertThat(inMemory).isGreaterThan(KEPT);
    }

    @AfterAll
    static void stop() throws SQLException {
        app.stop();
        database.close();
    }

    @Test
    void queriesOfLoadedColumnsAreAnsweredFromMemory() {
        assertThat(mixed.stream().count()).isEqualTo(inMemory);
        assertThat(mixed.stream().mapToInt(Mixed.QUANTITY.asInt()).count()).isEqualTo(inMemory);
        assertThat(mixed.stream()
                        .filter(Mixed.ID.greaterThan(Long.MIN_VALUE))
                        .sorted(Mixed.QUANTITY)
                        .mapToLong(Mixed.ID.asLong())
                        .boxed()
                        .toList())
                .hasSize((int) inMemory);
        assertThat(mixed.stream()
                        .mapToInt(Mixed.QUANTITY.asInt())
                        .parallel()
                        .distinct()
                        .count())
                .isPositive();
    }

    @Test
    void functionsThatReadLoadedColumnsAreAnsweredFromMemory() {
        assertThat(mixed.stream().parallel().map(Mixed::getId).toList()).hasSize((int) inMemory);
        assertThat(mixed.stream().mapToInt(row -> 1).sum()).isEqualTo(inMemory);
        assertThat(mixed.stream().filter(row -> row.getId() > Long.MIN_VALUE).count())
                .isEqualTo(inMemory);
    }

    private static long opaqueId(Mixed row) {
        return row.getId();
    }

    /** Covers a function that does not need the missing column, although a later step does. */
    @Test
    void opaqueFunctionSeesEachElementOnce() {
        List<Long> seen = new ArrayList<>();
        assertThat(mixed.stream()
                        .filter(row -> seen.add(opaqueId(row)))
                        .sorted(Mixed.NOTE.comparator())
                        .count())
                .isEqualTo(KEPT);
        assertThat(seen).hasSize((int) KEPT).doesNotHaveDuplicates();
    }

    @Test
    void queriesOfEntitiesOrTheMissingColumnComeFromTheDatabase() {
        assertThat(mixed.stream().toList()).hasSize((int) KEPT);
        assertThat(mixed.stream().sorted(Mixed.QUANTITY).skip(5).collect(Collectors.toSet()))
                .hasSize((int) KEPT - 5);
        assertThat(mixed.stream()
                        .filter(Mixed.NOTE.isNotNull().or(Mixed.NOTE.isNull()))
                        .count())
                .isEqualTo(KEPT);
        assertThat(mixed.stream().parallel().map(RoutedStreamTest::opaqueId).toList())
                .hasSize((int) KEPT);
        assertThat(mixed.stream()
                        .mapToInt(row -> row.getNote().isPresent() ? 1 : 2)
                        .map(either -> 1)
                        .sum())
                .isEqualTo(KEPT);
        assertThat(mixed.stream().mapToInt(row -> opaqueId(row) < 0 ? 1 : 1).sum())
                .isEqualTo(KEPT);
        assertThat(mixed.stream().sorted(Mixed.NOTE.comparator()).limit(3).toList())
                .hasSize(3);
    }

    @Test
    void iteratorsAndSpliteratorsComeFromTheDatabase() {
        List<Mixed> rows = new ArrayList<>();
        mixed.stream().iterator().forEachRemaining(rows::add);
        mixed.stream().spliterator().forEachRemaining(rows::add);
        assertThat(rows).hasSize(2 * (int) KEPT);
        assertThat(Stream.concat(mixed.stream(), mixed.stream()).count()).isEqualTo(2 * KEPT);
    }

    @Test
    void functionsSeeEachElementOnceAndHandlersRunOnce() {
        List<Long> seen = new ArrayList<>();
        List<String> closed = new ArrayList<>();
        Stream<Mixed> stream = mixed.stream();
        Stream<Mixed> same = stream.onClose(() -> closed.add("closed"));
        assertThat(same).isSameAs(stream);
        try (stream) {
            stream.peek(row -> seen.add(row.getId())).forEach(row -> {});
        }
        assertThat(seen).hasSize((int) KEPT).doesNotHaveDuplicates();
        assertThat(closed).containsExactly("closed");
    }
}
