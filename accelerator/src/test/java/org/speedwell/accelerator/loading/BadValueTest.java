package org.speedwell.accelerator.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.manager.Manager;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.BadValue;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.NotLoaded;
import org.speedwell.accelerator.ReadBack;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.StoreConfiguration.Builder;
import org.speedwell.accelerator.TortureDatabase;
import org.speedwell.accelerator.model.BadValues;
import org.speedwell.accelerator.model.TableNotLoaded;
import org.speedwell.accelerator.monitor.StoreStatistics;
import org.speedwell.accelerator.source.LoadConfiguration;
import org.speedwell.accelerator.source.StreamSupplierComponentDecorator;
import org.speedwell.torture.MixedManager;
import org.speedwell.torture.TextKeysManager;
import org.speedwell.torture.UnreadableTemporals;
import org.speedwell.torture.UnreadableTemporalsManager;
import org.speedwell.torture.UnsignedKeysManager;

/**
 * Verifies values and tables that cannot be loaded. The store refuses them with a remedy, or skips and reports them if
 * so configured.
 */
@Tag("fault")
@Tag("database")
@SuppressWarnings("NullAway.Init") // each test starts its application first
class BadValueTest {
    private static final String SCHEMA = "speedwell_test_bad_values";
    private static final String READER = "speedwell_test_reader";

    private static TortureDatabase database;

    private Speedment app;

    @BeforeAll
    static void loadDatabase() throws SQLException {
        database = new TortureDatabase(SCHEMA);
    }

    @AfterAll
    static void dropDatabase() throws SQLException {
        database.close();
    }

    @AfterEach
    void stop() throws SQLException {
        app.stop();
        database.execute("DELETE FROM unreadable_temporals");
    }

    private DataStoreComponent start(Builder configuration) {
        app = database.inMemory(configuration.build());
        return app.getOrThrow(DataStoreComponent.class);
    }

    /**
     * Inserts three bad rows. Rows 1 and 3 have zero dates in nullable and NOT NULL columns; row 2 has a time beyond a
     * day.
     */
    private static void insertBadRows() throws SQLException {
        database.execute("SET SESSION sql_mode = ''", """
                INSERT INTO unreadable_temporals (id, day, opt_day, clock, clock6, moment, opt_moment, stamp6) VALUES
                    (1, '0000-00-00', '0000-00-00', '1:2:3', '1:2:3', '2024-01-01', '0000-00-00', '2024-01-01'),
                    (2, '2024-01-01', '2024-01-01', '838:59:59', '1:2:3', '2024-01-01', '2024-01-01', '2024-01-01'),
                    (3, '0000-00-00', '0000-00-00', '1:2:3', '1:2:3', '2024-01-01', '2024-01-01', '2024-01-01')""");
    }

    @Test
    void badValuesBecomeNullIfConfiguredAndAreReported(@TempDir Path folder) throws Exception {
        insertBadRows();
        DataStoreComponent store = start(StoreConfiguration.builder().badValue(BadValue.NULL));
        RecordedEvent event;
        try (Recording recording = new Recording()) {
            recording.enable("org.speedwell.Load");
            recording.start();
            store.load();
            recording.stop();
            Path file = folder.resolve("load.jfr");
            recording.dump(file);
            // the file also contains other events, such as those of the JDK
            event = RecordingFile.readAllEvents(file).stream()
                    .filter(any -> any.getEventType().getName().equals("org.speedwell.Load"))
                    .findFirst()
                    .orElseThrow();
            Files.delete(file);
        }

        List<UnreadableTemporals> rows =
                app.getOrThrow(UnreadableTemporalsManager.class).stream().toList();
        assertThat(rows).extracting(UnreadableTemporals::getId).containsExactly(1, 2, 3);
        assertThat(rows).extracting(row -> row.getDay() == null).containsExactly(true, false, true);
        assertThat(rows).extracting(row -> row.getOptDay().isPresent()).containsExactly(false, true, false);
        assertThat(rows).extracting(row -> row.getClock() == null).containsExactly(false, true, false);
        assertThat(app.getOrThrow(UnreadableTemporalsManager.class).stream()
                        .filter(UnreadableTemporals.DAY.isNull())
                        .count())
                .isEqualTo(2);
        List<BadValues> reported = store.getStatistics().badValues();
        assertThat(reported)
                .extracting(bad -> bad.table() + " " + bad.column() + " " + bad.count() + " " + bad.firstRow())
                .containsExactlyInAnyOrder(
                        SCHEMA + ".unreadable_temporals day 2 id = 1",
                        SCHEMA + ".unreadable_temporals opt_day 2 id = 1",
                        SCHEMA + ".unreadable_temporals opt_moment 1 id = 1",
                        SCHEMA + ".unreadable_temporals clock 1 id = 2");
        assertThat(reported.getFirst().reason()).isNotBlank();
        assertThat(store.getStatistics().prettyPrint())
                .contains(
                        SCHEMA + ".unreadable_temporals, column clock: 1 values became NULL, the first in row id = 2");
        assertThat(event.getLong("badValues")).isEqualTo(6);
        assertThat(event.getString("firstBadValue")).contains("unreadable_temporals", "row id = 1");
        assertThat(event.getString("tablesNotLoaded")).isEmpty();
    }

    @Test
    void ruleForOneColumnAffectsNoOther() throws SQLException {
        insertBadRows();
        DataStoreComponent store = start(StoreConfiguration.builder()
                .badValue(UnreadableTemporals.DAY, BadValue.NULL)
                .badValue(UnreadableTemporals.OPT_DAY, BadValue.NULL));

        assertThatThrownBy(store::load)
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("unreadable_temporals, column opt_moment, row id = 1: the value does not fit")
                .hasMessageContaining("set zeroDateTimeBehavior=CONVERT_TO_NULL in the URL")
                .hasMessageContaining("withoutColumn")
                .hasMessageContaining("badValue(BadValue.NULL)")
                .hasMessageContaining("tableNotLoaded(NotLoaded.SQL)");
    }

    @Test
    void badValuesBehindADecoratorBecomeNull() throws SQLException {
        insertBadRows();
        DataStoreComponent store = start(StoreConfiguration.builder().badValue(BadValue.NULL));

        store.load(LoadConfiguration.builder()
                .decorator(StreamSupplierComponentDecorator.builder()
                        .withStreamDecorator(UnreadableTemporalsManager.IDENTIFIER, rows -> rows.skip(1))
                        .build())
                .build());

        assertThat(app.getOrThrow(UnreadableTemporalsManager.class).stream()
                        .map(row -> row.getId() + " " + (row.getClock() == null))
                        .toList())
                .containsExactly("2 true", "3 false");
    }

    @Test
    void nullInAPrimitiveColumnIsRefusedUnderEveryRule() throws SQLException {
        database.execute("ALTER TABLE text_keys MODIFY number INT NULL", "INSERT INTO text_keys VALUES ('none', NULL)");
        DataStoreComponent store = start(StoreConfiguration.builder().badValue(BadValue.NULL));
        try {
            assertThatThrownBy(store::load)
                    .hasMessageContaining("text_keys, column number, row code = none")
                    .hasMessageContaining("withoutColumn")
                    .hasMessageNotContaining("badValue(");
        } finally {
            database.execute(
                    "DELETE FROM text_keys WHERE code = 'none'", "ALTER TABLE text_keys MODIFY number INT NOT NULL");
        }
    }

    /** Loads in parts over several connections. Each connection continues with other tables after a failure. */
    @Test
    void unloadableTableFallsBackToTheDatabaseIfConfigured() throws Exception {
        database.execute(
                "ALTER TABLE unsigned_keys MODIFY number BIGINT",
                "INSERT INTO unsigned_keys VALUES (77, 3000000000)",
                "ALTER TABLE all_null RENAME COLUMN name TO nom");
        DataStoreComponent store =
                start(StoreConfiguration.builder().tableNotLoaded(NotLoaded.SQL).connections(3));
        try {
            store.load(LoadConfiguration.builder()
                    .chunkSize(7)
                    .withoutTransaction()
                    .build());

            assertThat(store.getStatistics().tablesNotLoaded())
                    .extracting(TableNotLoaded::table)
                    .containsExactlyInAnyOrder(SCHEMA + ".unsigned_keys", SCHEMA + ".all_null");
            assertThat(store.getStatistics().prettyPrint())
                    .contains(SCHEMA + ".unsigned_keys is not loaded: Table " + SCHEMA
                            + ".unsigned_keys, column number, row id = 77: the value does not fit the model");
            assertThat(app.getOrThrow(UnsignedKeysManager.class).stream().count())
                    .isEqualTo(61);
            assertLoadedAsByJdbc(List.of("unsigned_keys", "all_null"));
        } finally {
            database.execute(
                    "DELETE FROM unsigned_keys WHERE id = 77",
                    "ALTER TABLE unsigned_keys MODIFY number INT",
                    "ALTER TABLE all_null RENAME COLUMN nom TO name");
        }

        store.reload();
        assertThat(store.getStatistics().tablesNotLoaded()).isEmpty();
        assertLoadedAsByJdbc(List.of());
    }

    private void assertLoadedAsByJdbc(List<String> others) throws SQLException {
        List<Manager<?>> managers = app.getOrThrow(ManagerComponent.class).stream()
                .<Manager<?>>map(manager -> manager)
                .filter(manager -> !others.contains(manager.getTableIdentifier().getTableId()))
                .toList();
        try (Connection connection = database.connect()) {
            for (Manager<?> manager : managers) {
                ReadBack.assertEqualToJdbc(app, manager, connection);
            }
        }
    }

    @Test
    void excludedTableIsNotRead() throws SQLException {
        insertBadRows();
        DataStoreComponent store =
                start(StoreConfiguration.builder().withoutTable(UnreadableTemporalsManager.IDENTIFIER));
        assertThat(app.getOrThrow(UnreadableTemporalsManager.class).stream().count())
                .isEqualTo(3);

        store.load();

        assertThat(app.getOrThrow(UnreadableTemporalsManager.class).stream().count())
                .isEqualTo(3);
        assertThat(store.getStatistics().tables())
                .extracting(StoreStatistics.TableStatistics::name)
                .contains("torture.mixed")
                .doesNotContain("torture.unreadable_temporals");
        assertThat(store.getStatistics().tablesNotLoaded()).isEmpty();

        UnreadableTemporalsManager excluded = app.getOrThrow(UnreadableTemporalsManager.class);
        SnapshotView now = store.snapshot();
        assertThatThrownBy(() -> store.explain(excluded, Stream::count))
                .hasMessage("Table unreadable_temporals is not in memory. Stream it with its manager, which reads the"
                        + " database.");
        assertThatThrownBy(() -> now.stream(excluded))
                .hasMessageEndingWith("has no version of it. Stream it with its manager, which reads the database.");
    }

    @Test
    void timeSkippedByTheJvmZoneIsReportedWithTheZone() throws SQLException {
        database.execute("INSERT INTO unreadable_temporals (id, day, clock, clock6, moment, stamp6)"
                + " VALUES (1, '2024-01-01', '0:0:0', '0:0:0', '2024-03-31 02:30:00', '2024-01-01')");
        TimeZone zone = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("Europe/Stockholm"));
        try {
            DataStoreComponent store = start(StoreConfiguration.builder());
            assertThatThrownBy(store::load)
                    .hasMessageContaining("unreadable_temporals, column moment, row id = 1")
                    .hasMessageContaining(
                            "The clock may skip this time in the time zone of this JVM, Europe/Stockholm. A JVM"
                                    + " in UTC (-Duser.timezone=UTC) can read it.");
        } finally {
            TimeZone.setDefault(zone);
        }
    }

    @Test
    void missingPrivilegeIsNamed() throws SQLException {
        app = database.inMemory();
        assumeTrue(mayGrant(), "The user of the tests may grant nothing on this server.");
        app.stop();
        database.execute("DROP USER IF EXISTS " + READER, "CREATE USER " + READER + " IDENTIFIED BY 'reader'");
        try {
            for (String table : tables()) {
                if (!table.equals("mixed") && !table.equals("all_null")) {
                    database.execute("GRANT SELECT ON " + table + " TO " + READER);
                }
            }
            database.execute("GRANT SELECT (id, name) ON mixed TO " + READER, "GRANT INSERT ON all_null TO " + READER);
            assertThatThrownBy(startAs(StoreConfiguration.builder())::load)
                    .hasMessageMatching("Table " + SCHEMA
                            + "\\.(mixed|all_null) cannot be read: SELECT command denied to user"
                            + ".* GRANT SELECT ON `" + SCHEMA + "`\\.`(mixed|all_null)` to the user of the application,"
                            + " or leave columns out with withoutColumn\\. Or leave the table to the database.*")
                    .hasMessageNotContaining("missing")
                    .hasMessageNotContaining("egenerate");
            app.stop();
            DataStoreComponent store = startAs(StoreConfiguration.builder().tableNotLoaded(NotLoaded.SQL));
            store.load();
            assertThat(store.getStatistics().tablesNotLoaded())
                    .extracting(TableNotLoaded::table)
                    .containsExactlyInAnyOrder(SCHEMA + ".mixed", SCHEMA + ".all_null");
            assertThat(app.getOrThrow(TextKeysManager.class).stream().count()).isPositive();
            assertThatThrownBy(() -> app.getOrThrow(MixedManager.class).stream().toList())
                    .hasStackTraceContaining("denied");
        } finally {
            database.execute("DROP USER " + READER);
        }
    }

    private static boolean mayGrant() throws SQLException {
        try (Connection connection = database.connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SHOW GRANTS")) {
            while (rows.next()) {
                if (rows.getString(1).contains("ON *.*") && rows.getString(1).contains("GRANT OPTION")) {
                    return true;
                }
            }
            return false;
        }
    }

    private DataStoreComponent startAs(Builder configuration) {
        StoreConfiguration built = configuration.build();
        app = database.builder()
                .withUsername(READER)
                .withPassword("reader")
                .withBundle(InMemoryBundle.class)
                .withComponent(StoreConfiguration.class, () -> built)
                .build();
        return app.getOrThrow(DataStoreComponent.class);
    }

    private static List<String> tables() throws SQLException {
        try (Connection connection = database.connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT table_name FROM information_schema.tables"
                        + " WHERE table_schema = '" + SCHEMA + "'")) {
            List<String> names = new ArrayList<>();
            while (rows.next()) {
                names.add(rows.getString(1));
            }
            return names;
        }
    }
}
