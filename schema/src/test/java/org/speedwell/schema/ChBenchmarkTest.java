package org.speedwell.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verifies the rows of CH-benCHmark on the server against the rules of TPC-C. */
@Tag("database")
class ChBenchmarkTest {
    private static final String SCHEMA = "speedwell_test_chbench";
    private static final ChBenchmark SIZE = new ChBenchmark(2, 500, 20, 10);
    private static final Database DATABASE = Database.forTests();

    @BeforeAll
    static void load() throws SQLException {
        drop();
        SIZE.load(DATABASE, SCHEMA, Progress.none());
    }

    @AfterAll
    static void drop() throws SQLException {
        try (Connection connection = DATABASE.connect()) {
            Sql.run(connection, "DROP DATABASE IF EXISTS " + SCHEMA);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "warehouse, 2",
        "district, 20",
        "customer, 400",
        "history, 400",
        "new_order, 60",
        "orders, 200",
        "item, 500",
        "stock, 1000",
        "supplier, 10000",
        "nation, 62",
        "region, 5"
    })
    void eachTableHasItsRows(String table, long rows) throws SQLException {
        assertThat(value("SELECT COUNT(*) FROM " + table)).isEqualTo(Long.toString(rows));
    }

    /** Counts the rows that break a condition. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT COUNT(*) FROM warehouse WHERE w_ytd <> (SELECT SUM(d_ytd) FROM district WHERE d_w_id = w_id)",
                "SELECT COUNT(*) FROM district WHERE d_next_o_id - 1 <>"
                        + " (SELECT MAX(o_id) FROM orders WHERE o_w_id = d_w_id AND o_d_id = d_id)",
                "SELECT COUNT(*) FROM orders WHERE o_ol_cnt <>"
                        + " (SELECT COUNT(*) FROM order_line WHERE ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id)",
                "SELECT COUNT(*) FROM orders LEFT JOIN new_order ON no_w_id = o_w_id AND no_d_id = o_d_id AND no_o_id = o_id"
                        + " WHERE (no_o_id IS NULL) = (o_carrier_id IS NULL)",
                "SELECT COUNT(*) FROM orders JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id"
                        + " WHERE (o_carrier_id IS NULL) <> (ol_delivery_d IS NULL)",
                "SELECT COUNT(*) FROM (SELECT 1 FROM orders GROUP BY o_w_id, o_d_id, o_c_id HAVING COUNT(*) > 1) twice",
                "SELECT COUNT(*) FROM supplier LEFT JOIN nation ON n_nationkey = su_nationkey WHERE n_name IS NULL",
                "SELECT COUNT(*) FROM customer LEFT JOIN nation ON n_nationkey = ASCII(c_state) WHERE n_name IS NULL"
            })
    void rowsAreConsistent(String violations) throws SQLException {
        assertThat(value(violations)).isEqualTo("0");
    }

    @Test
    void modelHasTablesOfServer() throws Exception {
        String model = Files.readString(Path.of("chbench.json"), StandardCharsets.UTF_8);
        for (String name : rows("SELECT column_name FROM information_schema.columns WHERE table_schema = '" + SCHEMA
                + "' UNION SELECT table_name FROM information_schema.tables WHERE table_schema = '" + SCHEMA
                + "' UNION SELECT index_name FROM information_schema.statistics WHERE table_schema = '" + SCHEMA
                + "'")) {
            assertThat(model).contains("\"id\": \"" + name + "\"");
        }
    }

    @Test
    void schemaIsRecognisedByItsSize() throws SQLException {
        assertThat(SIZE.loadIfAbsent(DATABASE, SCHEMA, Progress.none())).isFalse();
        try (Connection connection = DATABASE.connect()) {
            assertThat(new Schema(SCHEMA, "warehouse").isLoaded(connection, "CH-benCHmark"))
                    .isFalse();
        }
    }

    @Test
    void lastNamesHaveThreeSyllables() {
        assertThat(ChBenchmark.lastName(371)).isEqualTo("PRICALLYOUGHT");
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 1, 1", "1001, 1, 1, 1", "1, 100001, 1, 1", "1, 1, 3001, 1", "1, 1, 5, 6", "1, 1, 5, 0"})
    void invalidSizesAreRefused(int warehouses, int items, int customers, int orders) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ChBenchmark(warehouses, items, customers, orders))
                .withMessageContaining("CH-benCHmark");
    }

    private static List<String> rows(String query) throws SQLException {
        try (Connection connection = DATABASE.connect(SCHEMA)) {
            return Sql.rows(connection, query);
        }
    }

    private static String value(String query) throws SQLException {
        return rows(query).getFirst();
    }
}
