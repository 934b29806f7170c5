package org.speedwell.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies the TPC-H rows on the server against the counts and rules of the specification. */
@Tag("database")
class TpchTest {
    private static final String SCHEMA = "speedwell_test_tpch";
    private static final double SCALE = 0.01;
    private static final Database DATABASE = Database.forTests();

    @BeforeAll
    static void load() throws SQLException {
        drop();
        Tpch.scale(SCALE).load(DATABASE, SCHEMA, Progress.none());
    }

    @AfterAll
    static void drop() throws SQLException {
        try (Connection connection = DATABASE.connect()) {
            Sql.run(connection, "DROP DATABASE IF EXISTS " + SCHEMA);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "region, 5",
        "nation, 25",
        "part, 2000",
        "supplier, 100",
        "partsupp, 8000",
        "customer, 1500",
        "orders, 15000",
        "lineitem, 60175"
    })
    void eachTableHasItsRows(String table, long rows) throws SQLException {
        assertThat(value("SELECT COUNT(*) FROM " + table)).isEqualTo(Long.toString(rows));
    }

    @Test
    void valuesAreInRangesOfSpecification() throws SQLException {
        assertThat(rows("SELECT MIN(o_orderdate), MAX(o_orderdate) FROM orders"))
                .containsExactly("1992-01-01\t1998-08-02");
        assertThat(rows("SELECT MIN(l_quantity), MAX(l_quantity), MIN(l_discount), MAX(l_discount), MIN(l_tax),"
                        + " MAX(l_tax) FROM lineitem"))
                .containsExactly("1.00\t50.00\t0.00\t0.10\t0.00\t0.08");
        assertThat(value("SELECT COUNT(*) FROM lineitem WHERE l_shipdate >= l_receiptdate"))
                .isEqualTo("0");
        assertThat(value("SELECT MIN(c_acctbal) FROM customer")).startsWith("-9");
        assertThat(rows("SELECT r_name FROM region ORDER BY r_regionkey"))
                .containsExactly("AFRICA", "AMERICA", "ASIA", "EUROPE", "MIDDLE EAST");
    }

    @ParameterizedTest
    @CsvSource({
        "lineitem, l_orderkey, orders, o_orderkey",
        "lineitem, l_partkey, part, p_partkey",
        "lineitem, l_suppkey, supplier, s_suppkey",
        "partsupp, ps_partkey, part, p_partkey",
        "partsupp, ps_suppkey, supplier, s_suppkey",
        "orders, o_custkey, customer, c_custkey",
        "customer, c_nationkey, nation, n_nationkey",
        "supplier, s_nationkey, nation, n_nationkey",
        "nation, n_regionkey, region, r_regionkey"
    })
    void foreignKeysReferToRows(String table, String column, String other, String key) throws SQLException {
        assertThat(value("SELECT COUNT(*) FROM %s LEFT JOIN %s ON %s = %s WHERE %s IS NULL"
                        .formatted(table, other, column, key, key)))
                .isEqualTo("0");
    }

    @Test
    void modelHasTablesOfServer() throws Exception {
        String model = Files.readString(Path.of("tpch.json"), StandardCharsets.UTF_8);
        for (String column : rows("SELECT column_name FROM information_schema.columns WHERE table_schema = '" + SCHEMA
                + "' UNION SELECT table_name FROM information_schema.tables WHERE table_schema = '" + SCHEMA
                + "' UNION SELECT index_name FROM information_schema.statistics WHERE table_schema = '" + SCHEMA
                + "' UNION SELECT constraint_name FROM information_schema.referential_constraints"
                + " WHERE constraint_schema = '" + SCHEMA + "'")) {
            assertThat(model).contains("\"id\": \"" + column + "\"");
        }
    }

    @Test
    void rowsAreWrittenWithoutDatabase() throws SQLException {
        List<String> nations = new ArrayList<>();
        Tpch.scale(SCALE).write("nation", new Lines(nations), Progress.none());
        assertThat(nations)
                .isEqualTo(rows("SELECT n_nationkey, n_name, n_regionkey, n_comment FROM nation ORDER BY 1"));
    }

    @Test
    void schemaIsRecognisedByItsScale() throws SQLException {
        assertThat(Tpch.scale(SCALE).loadIfAbsent(DATABASE, SCHEMA, Progress.none()))
                .isFalse();
        try (Connection connection = DATABASE.connect()) {
            assertThat(Tpch.scale(0.02).isLoaded(connection, SCHEMA)).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, 301, Double.NaN, 0.00001, 0.005, 0.015})
    void invalidScalesAreRefused(double scale) {
        assertThatIllegalArgumentException().isThrownBy(() -> Tpch.scale(scale)).withMessageContaining("scale factor");
    }

    private static List<String> rows(String query) throws SQLException {
        try (Connection connection = DATABASE.connect(SCHEMA)) {
            return Sql.rows(connection, query);
        }
    }

    private static String value(String query) throws SQLException {
        return rows(query).getFirst();
    }

    /** A writer that turns each row into one text with tabs between the values. */
    private static final class Lines implements RowWriter {
        private final List<String> lines;
        private final List<String> row = new ArrayList<>();

        Lines(List<String> lines) {
            this.lines = lines;
        }

        @Override
        public RowWriter row() {
            return this;
        }

        private RowWriter value(Object value) {
            row.add(String.valueOf(value));
            return this;
        }

        @Override
        public RowWriter number(long value) {
            return value((Object) value);
        }

        @Override
        public RowWriter cents(long value) {
            return value((Object) value);
        }

        @Override
        public RowWriter date(LocalDate value) {
            return value((Object) value);
        }

        @Override
        public RowWriter text(@Nullable String value) {
            return value((Object) String.valueOf(value));
        }

        @Override
        public void endRow() {
            lines.add(String.join("\t", row));
            row.clear();
        }
    }
}
