package org.speedwell.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.speedwell.demo.live.LiveRentals;
import org.speedwell.demo.shop.DemoException;
import org.speedwell.demo.shop.SakilaRows;
import org.speedwell.demo.shop.Shop;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/** Verifies that the demo uses or refuses a schema named sakila that it did not create, and never changes it. */
@DisabledIfEnvironmentVariable(
        named = "SPEEDWELL_TEST_URL",
        matches = ".+",
        disabledReason = "drops and makes schemas named sakila, which only a database of its own is good for")
@Tag("fault")
class ForeignSakilaTest {
    private static Database database;

    @BeforeAll
    static void start() {
        database = Database.embedded();
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @BeforeEach
    void drop() throws SQLException {
        execute("DROP DATABASE IF EXISTS sakila");
    }

    @Test
    void foreignSchemaIsUsedUnchanged() throws SQLException {
        Sakila.scale(1).load(database, Progress.none());
        removeTableComments();
        execute("DELETE FROM sakila.film_text WHERE film_id = 1");

        DemoRun run = DemoRun.of(_ -> List.of(), DemoRun.on(database));

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("The demo did not create the schema", "There are 896 films longer than 60 minutes");
        assertThat(run.out()).contains("The demo inserts no row to show it");
        assertThat(count("film_text")).isEqualTo(999);
        assertThat(count("rental")).isEqualTo(16_044);
    }

    @Test
    void foreignSchemaIsReadWithoutReplicationPrivilege() throws SQLException {
        Sakila.scale(1).load(database, Progress.none());
        removeTableComments();
        execute("CREATE OR REPLACE USER reader@'%' IDENTIFIED BY 'word'", "GRANT SELECT ON sakila.* TO reader@'%'");

        DemoRun run = DemoRun.of(_ -> List.of(), "--url", database.url(""), "--user", "reader", "--password", "word");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .contains(
                        "Memory does not follow the database",
                        "GRANT REPLICATION SLAVE",
                        "Memory does not show rows inserted by SQL");
    }

    @Test
    void foreignSchemaIsNotRecreated() throws SQLException {
        execute("CREATE DATABASE sakila", "CREATE TABLE sakila.film (title INT)");

        DemoRun run = DemoRun.of(DemoRun.on(database, "--fresh"));

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains("contains tables that Speedwell did not create");
        assertThat(count("film")).isZero();
    }

    @Test
    void foreignSchemaThatDiffersFromModelIsRefused() throws SQLException {
        execute("CREATE DATABASE sakila", "CREATE TABLE sakila.film (title INT)");

        DemoRun run = DemoRun.of(DemoRun.on(database));

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err())
                .contains("sakila", "--url")
                .as("of the table that is there and of those that are not, the one looked at first")
                .containsAnyOf("Table sakila.film differs from the model", "is in the model but not in the database");
        assertThat(run.err().lines()).as("no stack trace").hasSize(1);
        assertThat(count("film")).isZero();
    }

    @Test
    void foreignSchemaWithEmptyTableIsRefused() throws SQLException {
        Sakila.scale(1).load(database, Progress.none());
        removeTableComments();
        execute("SET foreign_key_checks = 0", "TRUNCATE TABLE sakila.film");

        DemoRun run = DemoRun.of(DemoRun.on(database));

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains("has no rows in film");
    }

    @Test
    void halfLoadedForeignSchemaIsRefused() throws SQLException {
        Sakila.scale(1).load(database, Progress.none());
        removeTableComments();
        execute("DELETE FROM sakila.payment", "SET foreign_key_checks = 0", "TRUNCATE TABLE sakila.rental");

        DemoRun run = DemoRun.of(DemoRun.on(database));

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains("has no rows in rental, payment", "its load looks incomplete");
    }

    @Test
    void foreignSchemaRefusesLiveRentals() throws SQLException {
        Sakila.scale(1).load(database, Progress.none());
        removeTableComments();

        try (Shop shop = new Shop(database, new SakilaRows(1, null, false), Progress.none(), _ -> {});
                LiveRentals rentals = new LiveRentals(shop)) {
            assertThatThrownBy(() -> rentals.start(10))
                    .isInstanceOf(DemoException.class)
                    .hasMessageContaining("never changes it");
        }
        assertThat(count("rental")).isEqualTo(16_044);
    }

    @Test
    void liveRentalsOfKilledDemoAreDeleted() throws SQLException {
        Sakila.scale(1).load(database, Progress.none());
        execute("INSERT INTO sakila.rental (rental_id, rental_date, inventory_id, customer_id, staff_id)"
                + " VALUES (16050, '2026-01-01', 1, 1, 1)");

        try (Shop shop = new Shop(database, new SakilaRows(1, null, false), Progress.none(), _ -> {});
                LiveRentals rentals = new LiveRentals(shop)) {
            assertThat(rentals.isOn()).isFalse();
        }
        assertThat(count("rental")).isEqualTo(16_044);
        assertThat(count("payment")).isEqualTo(16_049);
    }

    @Test
    void schemaHalfLoadedByDemoIsReloaded() throws SQLException {
        assertThatThrownBy(() -> Sakila.scale(1).load(database, ForeignSakilaTest::failAtInventory))
                .hasMessage("failed at inventory");
        assertThat(count("rental")).isZero();

        DemoRun run = DemoRun.of(_ -> List.of(), DemoRun.on(database));

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(count("rental")).isEqualTo(16_044);
    }

    private static Progress.Task failAtInventory(String table, long rows) {
        if (table.equals("inventory")) {
            throw new IllegalStateException("failed at inventory");
        }
        return Progress.none().start(table, rows);
    }

    /** Removes the table comments by which the loader recognises its own tables. */
    private static void removeTableComments() throws SQLException {
        List<String> tables = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT table_name FROM information_schema.tables WHERE"
                        + " table_schema = 'sakila' AND table_type = 'BASE TABLE' AND table_comment <> ''")) {
            while (row.next()) {
                tables.add(row.getString(1));
            }
        }
        for (String table : tables) {
            execute("ALTER TABLE sakila." + table + " COMMENT = ''");
        }
    }

    private static void execute(String... statements) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static long count(String table) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM sakila." + table)) {
            row.next();
            return row.getLong(1);
        }
    }
}
