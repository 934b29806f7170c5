package org.speedwell.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the schema that the DDL creates on the server with tables of facts about Sakila. */
@Tag("database")
class ModelTest {

    private static final String SCHEMA = "speedwell_test_model";
    private static final Database DATABASE = Database.forTests();

    @BeforeAll
    static void make() throws SQLException {
        try (Connection connection = DATABASE.connect()) {
            Sql.run(connection, "DROP DATABASE IF EXISTS " + SCHEMA, "CREATE DATABASE " + SCHEMA);
        }
        try (Connection connection = DATABASE.connect(SCHEMA)) {
            Sql.run(connection, Script.statements("sakila.sql").toArray(String[]::new));
        }
    }

    @AfterAll
    static void drop() throws SQLException {
        try (Connection connection = DATABASE.connect()) {
            Sql.run(connection, "DROP DATABASE " + SCHEMA);
        }
    }

    @Test
    void columnsMatchSakila() throws SQLException {
        List<String> actual = query("""
                SELECT c.table_name, column_name, column_type, is_nullable, COALESCE(column_default, 'NULL'),
                       column_key, extra
                FROM information_schema.columns c WHERE table_schema = '%s'""");

        assertThat(actual.stream().map(ModelTest::normal))
                .containsExactlyInAnyOrderElementsOf(
                        facts("columns.tsv").stream().map(ModelTest::normal).toList());
    }

    @Test
    void indexesMatchSakila() throws SQLException {
        List<String> actual = query("""
                SELECT table_name, index_name, IF(non_unique, '-', 'unique'),
                       GROUP_CONCAT(column_name ORDER BY seq_in_index)
                FROM information_schema.statistics WHERE table_schema = '%s'
                GROUP BY table_name, index_name, non_unique""");

        assertThat(actual).containsExactlyInAnyOrderElementsOf(facts("indexes.tsv"));
    }

    @Test
    void foreignKeysMatchSakila() throws SQLException {
        List<String> actual = query("""
                SELECT k.table_name, k.column_name,
                       CONCAT(k.referenced_table_name, '.', k.referenced_column_name), r.update_rule, r.delete_rule
                FROM information_schema.key_column_usage k
                         JOIN information_schema.referential_constraints r
                              ON r.constraint_schema = k.table_schema AND r.constraint_name = k.constraint_name
                                  AND r.table_name = k.table_name
                WHERE k.table_schema = '%s' AND k.referenced_table_name IS NOT NULL""");

        assertThat(actual).containsExactlyInAnyOrderElementsOf(facts("foreign-keys.tsv"));
    }

    @Test
    void sixteenTransactionalTablesAndSevenViewsExist() throws SQLException {
        List<String> actual = query("""
                SELECT table_type, COALESCE(engine, '-'), COUNT(*) FROM information_schema.tables
                WHERE table_schema = '%s' GROUP BY table_type, engine""");

        assertThat(actual).containsExactlyInAnyOrder("BASE TABLE\tInnoDB\t16", "VIEW\t-\t7");
    }

    @Test
    void speedmentModelHasSameTablesAndColumns() throws IOException {
        String model = Files.readString(Path.of("speedment.json"));
        // Each name appears next to an equal id. Keys and foreign keys repeat the names of columns.
        List<String> names = Pattern.compile("\"name\" : \"([^\"]+)\",\\s+\"id\" : \"\\1\"")
                .matcher(model)
                .results()
                .map(match -> match.group(1))
                .toList();

        assertThat(names)
                .containsAll(facts("columns.tsv").stream()
                        .map(fact -> fact.split("\t", -1)[1])
                        .collect(Collectors.toSet()));
        assertThat(names)
                .containsAll(facts("columns.tsv").stream()
                        .map(fact -> fact.split("\t", -1)[0])
                        .collect(Collectors.toSet()));
        assertThat(Pattern.compile("\"isView\" : true").matcher(model).results())
                .hasSize(7);
        assertThat(Pattern.compile("\"isView\" : false").matcher(model).results())
                .hasSize(16);
        assertThat(model)
                .containsOnlyOnce("com.speedment.plugins.enums.StringToEnumTypeMapper")
                .contains("\"ipAddress\" : \"127.0.0.1\"", "\"port\" : 3306", "\"username\" : \"sakila\"");
    }

    /** Returns a column in a common form for both products. The method changes facts and answers in the same way. */
    private static String normal(String column) {
        List<String> parts = List.of(column.split("\t", -1));
        boolean view = parts.get(0).matches(".*_list|sales_.*|actor_info");
        String name = parts.get(0) + "." + parts.get(1);
        String type = parts.get(2)
                .replaceAll("\\b(tiny|small|medium|big)?int\\((?!1\\))\\d+\\)", "$1int") // a display width
                .replace("year(4)", "year")
                .replace("mediumtext", "text"); // of a GROUP_CONCAT: depends on the server's limit
        if (view) {
            return name + " " + type; // the products describe the rest of a view's column differently
        }
        String rest = String.join(" ", parts.subList(3, 7))
                .toUpperCase(Locale.ROOT)
                .replace("CURRENT_TIMESTAMP()", "CURRENT_TIMESTAMP")
                .replace("DEFAULT_GENERATED", "")
                .replaceAll("'|-(?!\\d)|NULL|EMPTY", " ");
        return (name + " " + type + " " + rest).replaceAll("\\s+", " ").strip();
    }

    private static List<String> query(String query) throws SQLException {
        try (Connection connection = DATABASE.connect(SCHEMA)) {
            return Sql.rows(connection, query.formatted(SCHEMA));
        }
    }

    private static List<String> facts(String resource) {
        try (InputStream facts = Objects.requireNonNull(ModelTest.class.getResourceAsStream(resource))) {
            return new String(facts.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
