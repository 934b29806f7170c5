package org.speedwell.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("fault")
@Tag("database")
class TortureTest {

    private static final String SCHEMA = "speedwell_test_torture";
    private static final String AGAIN = "speedwell_test_torture_again";
    private static final Database DATABASE = Database.forTests();

    @BeforeAll
    static void load() throws SQLException {
        drop();
        Torture.load(DATABASE, SCHEMA, Progress.none());
    }

    @AfterAll
    static void drop() throws SQLException {
        try (Connection connection = DATABASE.connect()) {
            Sql.run(connection, "DROP DATABASE IF EXISTS " + SCHEMA, "DROP DATABASE IF EXISTS " + AGAIN);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "integers, 500",
        "decimals, 500",
        "temporals, 500",
        "texts, 500",
        "binaries, 60",
        "mixed, 500",
        "composite_keys, 500",
        "text_keys, 60",
        "unsigned_keys, 60",
        "keyless, 60",
        "odd_names, 60",
        "unreadable_temporals, 60",
        "no_rows, 0",
        "one_row, 1",
        "all_null, 500"
    })
    void everyTableHasItsRows(String table, String rows) throws SQLException {
        assertThat(query("SELECT COUNT(*) FROM " + table)).containsExactly(rows);
    }

    @Test
    void extremeValuesAreStored() throws SQLException {
        assertThat(query("SELECT MIN(tiny), MAX(utiny), MIN(big), MAX(ubig), MAX(bit64 + 0) FROM integers"))
                .containsExactly("-128\t255\t-9223372036854775808\t18446744073709551615\t18446744073709551615");
        assertThat(query("SELECT MIN(widest), MAX(vast_whole) FROM decimals"))
                .containsExactly("-" + "9".repeat(35) + "." + "9".repeat(30) + "\t" + "9".repeat(65));
        assertThat(query("SELECT MIN(day), MAX(moment6), MAX(stamp6), MIN(vintage + 0) FROM temporals"))
                .containsExactly("1000-01-01\t9999-12-31 23:59:59.999999\t2038-01-19 03:14:07.999999\t0");
        assertThat(query("SELECT CAST(MIN(clock) AS CHAR), CAST(MAX(clock6) AS CHAR) FROM unreadable_temporals"))
                .containsExactly("-838:59:59\t838:59:59.000000");
        assertThat(query("SELECT DISTINCT CAST(day AS CHAR) FROM unreadable_temporals"))
                .containsExactlyInAnyOrder("0000-00-00", "2024-00-00", "2024-02-00", "2024-01-01");
        assertThat(query("SELECT COUNT(*) > 0 FROM texts WHERE exact = BINARY '\uD83D\uDE00'"))
                .containsExactly("1");
        assertThat(query("SELECT COUNT(DISTINCT exact) - COUNT(DISTINCT short_text) > 0 FROM texts"))
                .containsExactly("1");
        assertThat(query("SELECT MAX(LENGTH(long_text)), MAX(LENGTH(plain_text)) FROM texts"))
                .containsExactly("70000\t65000");
        assertThat(query("SELECT COUNT(*) FROM keyless"))
                .isNotEqualTo(query("SELECT COUNT(*) FROM (SELECT DISTINCT number, name FROM keyless) AS d"));
    }

    @Test
    void zeroKeepsItsSign() throws SQLException {
        try (Connection connection = DATABASE.connect(SCHEMA);
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT single, twice FROM decimals WHERE id IN (4, 5) ORDER BY id")) {
            List<Double> zeros = new ArrayList<>();
            while (rows.next()) {
                zeros.add(rows.getDouble(1));
                zeros.add(rows.getDouble(2));
            }
            assertThat(zeros).containsExactly(-0.0, -0.0, 0.0, 0.0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"integers", "decimals", "temporals", "texts", "binaries"})
    void nullableColumnsHaveNullsAlsoInLastRow(String table) throws SQLException {
        List<String> nullable = columns(table).stream()
                .filter(column -> column.startsWith("opt_"))
                .toList();

        for (String column : nullable) {
            assertThat(query("SELECT SUM(%1$s IS NULL) BETWEEN COUNT(*) / 10 AND COUNT(*) / 2 FROM %2$s"
                            .formatted(column, table)))
                    .containsExactly("1");
        }
        assertThat(query("SELECT COUNT(*) FROM " + table + " WHERE " + String.join(" IS NULL AND ", nullable)
                        + " IS NULL"))
                .containsExactly("1");
        assertThat(nullable).hasSize(columns(table).size() / 2);
    }

    /** Reads with the same getters as the generated entities. */
    @Test
    void javaReadsTemporalsExceptUnreadableOnes() throws SQLException {
        try (Connection connection = DATABASE.connect(SCHEMA);
                Statement statement = connection.createStatement()) {
            try (ResultSet rows =
                    statement.executeQuery("SELECT day, clock6, moment6, stamp6, vintage FROM temporals")) {
                int read = 0;
                while (rows.next()) {
                    assertThat(rows.getObject(1, Date.class)).isNotNull();
                    assertThat(rows.getObject(2, Time.class)).isNotNull();
                    assertThat(rows.getObject(3, Timestamp.class)).isNotNull();
                    assertThat(rows.getObject(4, Timestamp.class)).isNotNull();
                    assertThat(rows.getInt(5)).isBetween(0, 2155);
                    read++;
                }
                assertThat(read).isEqualTo(500);
            }
            try (ResultSet rows = statement.executeQuery("SELECT day, clock FROM unreadable_temporals WHERE id = 1")) {
                assertThat(rows.next()).isTrue();
                assertThatThrownBy(() -> rows.getDate(1)).isInstanceOf(SQLException.class);
                assertThatThrownBy(() -> rows.getTime(2)).isInstanceOf(SQLException.class);
            }
        }
    }

    @Test
    void decimalsAreExact() throws SQLException {
        try (Connection connection = DATABASE.connect(SCHEMA);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT widest FROM decimals WHERE id = 4")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getBigDecimal(1)).isEqualTo(new BigDecimal("0." + "0".repeat(29) + "1"));
        }
    }

    @Test
    void twoLoadsAreEqual() throws SQLException {
        assertThat(Torture.loadIfAbsent(DATABASE, AGAIN, Progress.none())).isTrue();
        assertThat(Torture.loadIfAbsent(DATABASE, AGAIN, Progress.none())).isFalse();

        List<String> tables =
                query("SELECT table_name FROM information_schema.tables WHERE table_schema = '" + SCHEMA + "'");
        for (String table : tables) {
            try (Connection connection = DATABASE.connect()) {
                assertThat(Sql.rows(connection, "SELECT * FROM " + AGAIN + "." + table))
                        .as(table)
                        .isEqualTo(Sql.rows(connection, "SELECT * FROM " + SCHEMA + "." + table));
            }
        }
        try (Connection connection = DATABASE.connect()) {
            assertThat(Torture.isLoaded(connection, AGAIN)).isTrue();
            assertThat(Torture.isLoaded(connection, "speedwell_test_absent")).isFalse();
        }
    }

    private static List<String> columns(String table) throws SQLException {
        return query("SELECT column_name FROM information_schema.columns WHERE table_schema = '" + SCHEMA
                + "' AND table_name = '" + table + "'");
    }

    private static List<String> query(String sql) throws SQLException {
        try (Connection connection = DATABASE.connect(SCHEMA)) {
            return Sql.rows(connection, sql);
        }
    }
}
