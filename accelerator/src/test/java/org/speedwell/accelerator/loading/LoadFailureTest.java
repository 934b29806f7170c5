package org.speedwell.accelerator.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.TortureDatabase;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.source.LoadConfiguration;
import org.speedwell.accelerator.versions.SteadyReaders;
import org.speedwell.torture.MixedManager;
import org.speedwell.torture.TortureApplicationBuilder;

/**
 * Verifies loads of bad input. The error names the cause and the remedy, no part of the load is visible, and the old
 * version stays.
 */
@Tag("fault")
@Tag("database")
class LoadFailureTest {
    private static TortureDatabase database;

    private Speedment app;
    private DataStoreComponent store;
    private MixedManager mixed;

    @BeforeAll
    static void loadDatabase() throws SQLException {
        database = new TortureDatabase("speedwell_test_failures");
    }

    @AfterAll
    static void dropDatabase() throws SQLException {
        database.close();
    }

    @BeforeEach
    void start() {
        app = database.inMemory();
        store = app.getOrThrow(DataStoreComponent.class);
        mixed = app.getOrThrow(MixedManager.class);
    }

    @AfterEach
    void stop() {
        app.stop();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    RENAME TABLE one_row TO one | RENAME TABLE one TO one_row | Table speedwell_test_failures.one_row is in the model but not in the database
                    ALTER TABLE one_row RENAME COLUMN name TO nom | ALTER TABLE one_row RENAME COLUMN nom TO name | Table speedwell_test_failures.one_row differs from the model: column name is missing in the database
                    ALTER TABLE no_rows MODIFY number VARCHAR(9) | ALTER TABLE no_rows MODIFY number INT | column number is varchar(9) in the database, but the model reads it as Integer
                    INSERT INTO unreadable_temporals (id, day, clock, clock6, moment, stamp6) VALUES (1, '2026-01-01', '-838:59:59', '0:0:0', '2026-01-01', '2026-01-01') | DELETE FROM unreadable_temporals | Table speedwell_test_failures.unreadable_temporals, column clock, row id = 1
                    """)
    void schemaDriftIsRefusedAndTheOldVersionStays(String change, String back, String message) throws Exception {
        assertRefused(change, back, message);
    }

    @Test
    void unknownEnumValueIsNamedWithItsRow() throws Exception {
        assertRefused(
                "ALTER TABLE all_null MODIFY kind ENUM ('small', 'huge', 'large')",
                "UPDATE all_null SET kind = 'huge' WHERE id = 3",
                List.of("UPDATE all_null SET kind = NULL", "ALTER TABLE all_null MODIFY kind ENUM ('small', 'large')"),
                "Table speedwell_test_failures.all_null, column kind, row id = 3: the value does not fit the model: "
                        + "Unknown enum constant 'huge'");
    }

    @Test
    void numberOutOfRangeIsNamedWithItsRow() throws Exception {
        assertRefused(
                "ALTER TABLE unsigned_keys MODIFY number BIGINT",
                "INSERT INTO unsigned_keys VALUES (77, 3000000000)",
                List.of("DELETE FROM unsigned_keys WHERE id = 77", "ALTER TABLE unsigned_keys MODIFY number INT"),
                "Table speedwell_test_failures.unsigned_keys, column number, row id = 77: the value does not fit the model");
    }

    @Test
    void unexpectedNullIsNamedWithItsRow() throws Exception {
        assertRefused(
                "ALTER TABLE text_keys MODIFY number INT NULL",
                "INSERT INTO text_keys VALUES ('without number', NULL)",
                List.of(
                        "DELETE FROM text_keys WHERE code = 'without number'",
                        "ALTER TABLE text_keys MODIFY number INT NOT NULL"),
                "Table speedwell_test_failures.text_keys, column number, row code = without number: the value does not"
                        + " fit the model: NULL, but the column is NOT NULL in the model");
    }

    @Test
    void streamBeforeTheFirstLoadNamesTheRemedy() {
        assertThatThrownBy(mixed::stream)
                .isInstanceOf(DataStoreNotLoadedException.class)
                .hasMessage("Table torture.mixed is not in memory yet: call load() of the DataStoreComponent"
                        + " before the first stream.");
    }

    @Test
    void streamAfterClearThrows() {
        store.load();
        store.clear();

        assertThatThrownBy(mixed::stream).isInstanceOf(DataStoreNotLoadedException.class);
        assertThat(store.version()).isZero();
        assertThat(store.rows()).isZero();
        assertThat(store.bytes()).isZero();
    }

    @Test
    void concurrentLoadIsRefusedAndTheFirstContinues() throws Exception {
        List<Throwable> refusals = new ArrayList<>();
        store.load();
        try (SteadyReaders _ = new SteadyReaders(mixed)) {
            store.load(LoadConfiguration.builder()
                    .progress((table, rows, estimate, phase) -> {
                        if (refusals.isEmpty()) {
                            refusals.add(CompletableFuture.runAsync(store::load)
                                    .handle((ok, failure) -> failure)
                                    .join());
                        }
                    })
                    .build());
        }

        assertThat(refusals.getFirst())
                .hasRootCauseInstanceOf(DataStoreException.class)
                .hasRootCauseMessage("A load is already under way. Wait until it is done before you start another.");
        assertThat(store.version()).isEqualTo(2);
        assertThat(mixed.stream().count()).isPositive();
    }

    @Test
    void unreachableDatabaseIsNamed() {
        Speedment gone = new TortureApplicationBuilder()
                .withConnectionUrl("jdbc:mysql://127.0.0.1:1/torture")
                .withPassword("any")
                .withSkipCheckDatabaseConnectivity()
                .withSkipLogoPrintout()
                .withBundle(InMemoryBundle.class)
                .build();

        assertThatThrownBy(() -> gone.getOrThrow(DataStoreComponent.class).load())
                .isInstanceOf(DataStoreException.class)
                .hasMessageStartingWith("No connection to database torture: ")
                .hasMessageEndingWith("Check that it runs, and check the address, user and password in the application"
                        + " builder.");
        gone.stop();
    }

    @Test
    void wrongPasswordIsNamed() {
        Speedment refused = database.builder()
                .withPassword("wrong")
                .withSkipCheckDatabaseConnectivity()
                .withBundle(InMemoryBundle.class)
                .build();

        assertThatThrownBy(() -> refused.getOrThrow(DataStoreComponent.class).load())
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("Access denied for user");
        refused.stop();
    }

    private void assertRefused(String change, String back, String message) throws Exception {
        assertRefused(change, "DO 0", List.of(back), message);
    }

    private void assertRefused(String change, String insert, List<String> back, String message) throws Exception {
        store.load();
        long rows = mixed.stream().count();
        long bytes = Lease.allocatedBytes();
        database.execute(change);
        try (SteadyReaders _ = new SteadyReaders(mixed)) {
            database.execute(insert);
            assertThatThrownBy(store::reload)
                    .isInstanceOf(DataStoreException.class)
                    .hasMessageContaining(message)
                    .hasMessageContaining("egenerate speedment.json");
        } finally {
            for (String statement : back) {
                database.execute(statement);
            }
        }
        assertThat(Lease.allocatedBytes()).as("memory of the load that failed").isLessThanOrEqualTo(bytes);
        assertThat(store.version()).isEqualTo(1);
        assertThat(mixed.stream().count()).isEqualTo(rows);

        store.reload();
        assertThat(store.version()).isEqualTo(2);
    }
}
