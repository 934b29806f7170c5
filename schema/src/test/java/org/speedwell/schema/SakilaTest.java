package org.speedwell.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies the Sakila rows that the server stores after a load. */
@Tag("database")
class SakilaTest {

    private static final String ONE = "speedwell_test_scale_1";
    private static final String THREE = "speedwell_test_scale_3";
    private static final String SCRATCH = "speedwell_test_scratch";
    private static final Database DATABASE = Database.forTests();

    @BeforeAll
    static void load() throws SQLException {
        drop();
        Sakila.scale(1).load(DATABASE, ONE, Progress.none());
        Sakila.scale(3).load(DATABASE, THREE, Progress.none());
    }

    @AfterAll
    static void drop() throws SQLException {
        try (Connection connection = DATABASE.connect()) {
            for (String schema : List.of(ONE, THREE, SCRATCH)) {
                Sql.run(connection, "DROP DATABASE IF EXISTS " + schema);
            }
        }
    }

    @BeforeEach
    void clear() throws SQLException {
        try (Connection connection = DATABASE.connect()) {
            Sql.run(connection, "DROP DATABASE IF EXISTS " + SCRATCH);
        }
    }

    @Test
    void countsMatchSakila() throws SQLException {
        assertThat(counts(ONE))
                .isEqualTo(new TreeMap<>(Map.ofEntries(
                        Map.entry("actor", 200L),
                        Map.entry("address", 603L),
                        Map.entry("category", 16L),
                        Map.entry("city", 600L),
                        Map.entry("country", 109L),
                        Map.entry("customer", 599L),
                        Map.entry("film", 1_000L),
                        Map.entry("film_actor", 5_462L),
                        Map.entry("film_category", 1_000L),
                        Map.entry("film_text", 1_000L),
                        Map.entry("inventory", 4_581L),
                        Map.entry("language", 6L),
                        Map.entry("payment", 16_049L),
                        Map.entry("rental", 16_044L),
                        Map.entry("staff", 2L),
                        Map.entry("store", 2L))));
    }

    @Test
    void scaleMultipliesOnlyGrowingTables() throws SQLException {
        Set<String> still = Set.of("actor", "address", "category", "city", "country", "language", "staff", "store");
        Map<String, Long> expected = counts(ONE);
        expected.replaceAll((table, rows) -> still.contains(table) ? rows : 3 * rows);

        assertThat(counts(THREE)).isEqualTo(expected);
    }

    @Test
    void marginalsMatchSakila() throws SQLException {
        try (Connection connection = DATABASE.connect(ONE)) {
            assertThat(Sql.rows(connection, "SELECT rating, COUNT(*) FROM film GROUP BY rating"))
                    .containsExactlyInAnyOrder("G\t178", "PG\t194", "PG-13\t223", "R\t195", "NC-17\t210");
            assertThat(Sql.value(
                            connection, "SELECT SUM(length > 60), SUM(length >= 60), COUNT(DISTINCT length) FROM film"))
                    .isEqualTo("896\t904\t140");
            assertThat(Sql.value(connection, "SELECT SUM(length) FROM film")).isEqualTo("115272");
            assertThat(Sql.value(connection, "SELECT COUNT(*) FROM rental WHERE return_date IS NULL"))
                    .isEqualTo("183");
            assertThat(Sql.value(connection, "SELECT COUNT(*) FROM payment WHERE rental_id IS NULL"))
                    .isEqualTo("5");
            assertThat(Sql.value(connection, "SELECT COUNT(*) FROM customer WHERE active"))
                    .isEqualTo("584");
            assertThat(Sql.rows(connection, "SELECT LENGTH(picture) FROM staff ORDER BY staff_id"))
                    .containsExactly("68", "null");
            assertThat(Sql.value(
                            connection, "SELECT COUNT(*) FROM film JOIN film_text USING (film_id, title, description)"))
                    .isEqualTo("1000");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {ONE, THREE})
    void everyForeignKeyHolds(String schema) throws SQLException {
        try (Connection connection = DATABASE.connect(schema)) {
            List<String> keys = Sql.rows(connection, """
                    SELECT table_name, column_name, referenced_table_name, referenced_column_name
                    FROM information_schema.key_column_usage
                    WHERE table_schema = '%s' AND referenced_table_name IS NOT NULL""".formatted(schema));
            List<String> orphans = new ArrayList<>();
            for (String key : keys) {
                String[] part = key.split("\t", -1);
                orphans.add(Sql.value(connection, """
                        SELECT COUNT(*) FROM %1$s c LEFT JOIN %3$s p ON p.%4$s = c.%2$s
                        WHERE c.%2$s IS NOT NULL AND p.%4$s IS NULL""".formatted((Object[]) part)));
            }
            assertThat(orphans).hasSize(22).containsOnly("0");
        }
    }

    @Test
    void viewsReturnRows() throws SQLException {
        try (Connection connection = DATABASE.connect(ONE)) {
            List<String> rows = new ArrayList<>();
            for (String view : List.of(
                    "actor_info",
                    "customer_list",
                    "film_list",
                    "nicer_but_slower_film_list",
                    "sales_by_film_category",
                    "sales_by_store",
                    "staff_list")) {
                rows.add(Sql.value(connection, "SELECT COUNT(*) FROM " + view));
            }
            assertThat(rows).containsExactly("200", "599", "1000", "1000", "16", "2", "2");
            assertThat(Sql.value(connection, "SELECT SUM(total_sales) FROM sales_by_store"))
                    .isEqualTo(Sql.value(connection, "SELECT SUM(amount) FROM payment WHERE rental_id IS NOT NULL"));
        }
    }

    @Test
    void rowsOnServerEqualGeneratedRows() throws SQLException {
        Films films = Sakila.scale(1).films();
        try (Connection connection = DATABASE.connect(ONE)) {
            String query = """
                    SELECT title, length, CAST(rating AS UNSIGNED), rental_rate * 100,
                           CAST(special_features AS UNSIGNED)
                    FROM film ORDER BY film_id LIMIT 100""";
            assertThat(Sql.rows(connection, query))
                    .containsExactlyElementsOf(IntStream.range(0, 100)
                            .mapToObj(i -> films.title(i) + "\t" + films.length(i) + "\t" + (films.rating(i) + 1) + "\t"
                                    + films.rentalRateCents(i) + ".00\t" + films.specialFeatures(i))
                            .toList());
        }
    }

    @Test
    void twoLoadsAreEqual() throws SQLException {
        Sakila.scale(1).load(DATABASE, SCRATCH, Progress.none());

        assertThat(checksums(SCRATCH)).isEqualTo(checksums(ONE));
    }

    @Test
    void completeLoadIsRecognisedAndHalfLoadIsNot() throws SQLException {
        try (Connection connection = DATABASE.connect()) {
            assertThat(Sakila.scale(1).isLoaded(connection, ONE)).isTrue();
            assertThat(Sakila.scale(3).isLoaded(connection, THREE)).isTrue();
            assertThat(Sakila.scale(3).isLoaded(connection, ONE)).isFalse();
            assertThat(Sakila.scale(1, 7).isLoaded(connection, ONE)).isFalse();
            assertThat(Sakila.scale(1).isLoaded(connection, "speedwell_test_absent"))
                    .isFalse();

            Progress interrupted = (name, _) -> {
                if (name.equals("rental")) {
                    throw new IllegalStateException("the plug was pulled");
                }
                return Progress.none().start(name, 0);
            };
            assertThatThrownBy(() -> Sakila.scale(1).load(DATABASE, SCRATCH, interrupted))
                    .hasMessage("the plug was pulled");
            assertThat(Sakila.scale(1).isLoaded(connection, SCRATCH)).isFalse();

            assertThat(Sakila.scale(1).loadIfAbsent(DATABASE, SCRATCH, Progress.none()))
                    .isTrue();
            assertThat(Sakila.scale(1).isLoaded(connection, SCRATCH)).isTrue();
            assertThat(Sakila.scale(1).loadIfAbsent(DATABASE, SCRATCH, Progress.none()))
                    .isFalse();
        }
    }

    @Test
    void foreignSchemaIsNotChanged() throws SQLException {
        String theirs = "speedwell_test_theirs";
        try (Connection connection = DATABASE.connect()) {
            Sql.run(
                    connection,
                    "DROP DATABASE IF EXISTS " + theirs,
                    "CREATE DATABASE " + theirs,
                    "CREATE TABLE " + theirs + ".language (precious INT)");

            assertThatThrownBy(() -> Sakila.scale(1).load(DATABASE, theirs, Progress.none()))
                    .isInstanceOf(DatabaseException.class)
                    .hasMessageContaining(theirs)
                    .hasMessageContaining("another schema name");

            assertThat(Sql.rows(connection, "SELECT precious FROM " + theirs + ".language"))
                    .isEmpty();
            Sql.run(connection, "DROP DATABASE " + theirs);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1     | smallint unsigned | smallint | mediumint unsigned | smallint unsigned | smallint unsigned",
                "5     | smallint unsigned | smallint | mediumint unsigned | smallint unsigned | int",
                "33    | smallint unsigned | int      | mediumint unsigned | smallint unsigned | int",
                "66    | int               | int      | mediumint unsigned | smallint unsigned | int",
                "110   | int               | int      | mediumint unsigned | int               | int",
                "10000 | int               | int      | int                | int               | int",
            })
    void keysAreWidenedAtHighScale(
            int scale, String film, String filmText, String inventory, String customer, String payment)
            throws SQLException {
        try (Connection connection = DATABASE.connect()) {
            Sql.run(connection, "CREATE DATABASE " + SCRATCH);
        }
        try (Connection connection = DATABASE.connect(SCRATCH)) {
            Sql.run(connection, Sakila.scale(scale).ddl().toArray(String[]::new));
            Map<String, Set<String>> types = Sql.rows(connection, """
                    SELECT IF(table_name = 'film_text', 'film_text', column_name), column_type
                    FROM information_schema.columns NATURAL JOIN information_schema.tables
                    WHERE table_schema = '%s' AND table_type = 'BASE TABLE'""".formatted(SCRATCH)).stream()
                    .map(row -> row.split("\t", -1))
                    .collect(Collectors.groupingBy(
                            row -> row[0],
                            Collectors.mapping(row -> row[1].replaceAll("\\(\\d+\\)", ""), Collectors.toSet())));

            assertThat(types.get("film_id")).containsOnly(film);
            assertThat(types.get("film_text")).contains(filmText);
            assertThat(types.get("inventory_id")).containsOnly(inventory);
            assertThat(types.get("customer_id")).containsOnly(customer);
            assertThat(types.get("payment_id")).containsOnly(payment);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Sakila.MAX_SCALE + 1})
    void scaleOutOfRangeIsRefused(int scale) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Sakila.scale(scale))
                .withMessageContaining("10000");
    }

    @Test
    void progressReceivesEveryRow() throws SQLException {
        Map<String, Long> heard = new TreeMap<>();
        Progress counting = (name, total) -> new Progress.Task() {
            @Override
            public void advance(long steps) {
                heard.merge(name, steps, Long::sum);
            }

            @Override
            public void close() {
                assertThat(heard).containsEntry(name, total);
            }
        };
        Sakila.scale(1).load(DATABASE, SCRATCH, counting);

        assertThat(heard).isEqualTo(counts(ONE));
    }

    private static Map<String, Long> counts(String schema) throws SQLException {
        try (Connection connection = DATABASE.connect(schema)) {
            Map<String, Long> counts = new TreeMap<>();
            for (String table : tables(connection, schema)) {
                counts.put(table, Long.valueOf(Sql.value(connection, "SELECT COUNT(*) FROM " + table)));
            }
            return counts;
        }
    }

    private static List<String> checksums(String schema) throws SQLException {
        try (Connection connection = DATABASE.connect(schema)) {
            return Sql.rows(connection, "CHECKSUM TABLE " + String.join(", ", tables(connection, schema))).stream()
                    .map(row -> row.substring(row.indexOf('.')))
                    .toList();
        }
    }

    private static List<String> tables(Connection connection, String schema) throws SQLException {
        return Sql.rows(
                connection,
                "SELECT table_name FROM information_schema.tables" + " WHERE table_schema = '" + schema
                        + "' AND table_type = 'BASE TABLE' ORDER BY table_name");
    }
}
