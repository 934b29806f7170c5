package org.speedwell.spring.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.speedment.runtime.core.component.ProjectComponent;
import com.zaxxer.hikari.HikariDataSource;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.source.DataSourceConnections;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplication;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Random queries return what the same operations return on a list. Garbage is refused. */
@Tag("oracle")
@Tag("fault")
@Tag("database")
class RandomQueryTest {
    private static final String SCHEMA = "speedwell_test_rest_queries";
    private static final long SEED = Long.getLong("speedwell.seed", 20261123L);
    private static final int QUERIES = Integer.getInteger("speedwell.restQueries", 2_000);
    private static final Limits LIMITS = new Limits(25, 1_000, 100);

    private static SakilaApplication app;
    private static ServedTable<Film> films;
    private static List<JsonNode> rows;

    @BeforeAll
    static void load() throws SQLException {
        Database database = Database.forTests();
        Sakila.scale(1).loadIfAbsent(database, SCHEMA, Progress.none());
        try (var connection = database.connect(SCHEMA);
                var statement = connection.createStatement()) {
            statement.execute("UPDATE film SET length = NULL, description = NULL WHERE film_id % 7 = 0");
            statement.execute("UPDATE film SET rating = NULL WHERE film_id % 11 = 0");
        }
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(database.url(SCHEMA));
        pool.setUsername(database.user());
        pool.setPassword(database.password());
        app = new SakilaApplicationBuilder()
                .withSchema(SCHEMA)
                .withBundle(InMemoryBundle.class)
                .withComponent(DataSourceConnections.class, () -> DataSourceConnections.of(pool))
                .withSkipLogoPrintout()
                .build();
        app.getOrThrow(DataStoreComponent.class).load();
        pool.close(); // queries must not reach the database
        FilmManager manager = app.getOrThrow(FilmManager.class);
        films = ServedTable.of(app.getOrThrow(ProjectComponent.class).getProject(), manager, field -> true, List.of());
        rows = answer(RowQuery.of(films, Map.of("limit", List.of("1000")), LIMITS));
        assertThat(rows).hasSize(1_000);
    }

    @AfterAll
    static void stop() throws SQLException {
        app.stop();
        try (var connection = Database.forTests().connect();
                var statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + SCHEMA);
        }
    }

    @Test
    void answersEqualThoseOfAList() {
        for (int i = 0; i < QUERIES; i++) {
            Random random = new Random(SEED + i);
            RandomCondition condition = RandomCondition.of(random, films, rows, 0);
            Map<String, List<String>> parameters = new LinkedHashMap<>();
            parameters.put("filter", List.of(condition.json()));
            Comparator<JsonNode> order = RandomCondition.order(random, films, parameters);
            int start = random.nextInt(4) == 0 ? random.nextInt(1_100) : 0;
            int limit = random.nextInt(60);
            parameters.put("start", List.of(Integer.toString(start)));
            parameters.put("limit", List.of(Integer.toString(limit)));

            List<JsonNode> passing = rows.stream().filter(condition.test()).toList();
            List<JsonNode> expected =
                    passing.stream().sorted(order).skip(start).limit(limit).toList();
            RowQuery<Film> query = RowQuery.of(films, parameters, LIMITS);
            String what = "seed %d: %s".formatted(SEED + i, parameters);
            assertThat(answer(query)).as(what).isEqualTo(expected);
            assertThat(query.count(films())).as(what).isEqualTo(passing.size());
        }
    }

    @Test
    void garbageIsRefusedWithAMessage() {
        List<String> pieces = List.of(
                "{",
                "}",
                "[",
                "]",
                ",",
                ":",
                "\"",
                "\"property\"",
                "\"operator\"",
                "\"value\"",
                "\"or\"",
                "\"and\"",
                "\"title\"",
                "\"filmId\"",
                "\"eq\"",
                "\"like\"",
                "\"lt\"",
                "1",
                "-0.0",
                "1e400",
                "1e-400",
                "null",
                "true",
                "\\u0000",
                "'",
                "--",
                "NaN",
                "ü",
                "\"PG\"",
                "{\"property\":\"filmId\",\"operator\":\"lt\",\"value\":5}",
                "{\"property\":\"title\"}",
                "DESC");
        for (int i = 0; i < 10 * QUERIES; i++) {
            Random random = new Random(SEED + i);
            StringBuilder text = new StringBuilder();
            IntStream.range(0, 1 + random.nextInt(12))
                    .forEach(_ -> text.append(pieces.get(random.nextInt(pieces.size()))));
            String name = RowQuery.PARAMETERS.get(random.nextInt(RowQuery.PARAMETERS.size()));
            try {
                answer(RowQuery.of(films, Map.of(name, List.of(text.toString())), LIMITS));
            } catch (QueryException e) {
                assertThat(e).hasMessageMatching("(?s).+");
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("seed %d: %s=%s".formatted(SEED + i, name, text), e);
            }
        }
    }

    @Test
    void refusalNamesAllowedValues() {
        assertRefused("filter", "{\"property\":\"nothing\",\"operator\":\"eq\",\"value\":1}", "filmId", "title");
        assertRefused("filter", "{\"property\":\"filmId\",\"operator\":\"like\",\"value\":1}", "eq", "ne", "lt");
        assertRefused("filter", "{\"property\":\"filmId\",\"operator\":\"lt\",\"value\":1,\"more\":1}", "property");
        assertRefused("sort", "{\"property\":\"title\",\"direction\":\"UP\"}", "ASC", "DESC");
        assertRefused("fields", "title,nothing", "filmId", "title");
        assertRefused("order", "title", "filter", "sort", "start", "limit", "fields", "count");
        assertThatExceptionOfType(QueryException.class)
                .isThrownBy(() -> query("filter", "{\"property\":\"rating\",\"operator\":\"eq\",\"value\":\"PG13\"}"))
                .withMessageContaining("one of G, NC-17, PG, PG-13, R");
        assertThatExceptionOfType(QueryException.class)
                .isThrownBy(
                        () -> query("filter", "{\"property\":\"lastUpdate\",\"operator\":\"lt\",\"value\":\"now\"}"))
                .withMessageContaining("2026-11-23T05:30:00");
        assertThatExceptionOfType(QueryException.class)
                .isThrownBy(() -> query("filter", "{\"property\":\"filmId\",\"operator\":\"eq\",\"value\":null}"))
                .withMessageContaining("never null");
    }

    @Test
    void filterSizeIsLimited() {
        String condition = "{\"property\":\"filmId\",\"operator\":\"ne\",\"value\":1}";
        query("filter", "[" + String.join(",", java.util.Collections.nCopies(100, condition)) + "]");
        assertRefused("filter", "[" + String.join(",", java.util.Collections.nCopies(101, condition)) + "]");
        assertRefused("filter", "[".repeat(20) + condition + "]".repeat(20));
        assertRefused("filter", "[".repeat(100_000));
    }

    @Test
    void servedColumnsCanBeRestricted() {
        FilmManager manager = app.getOrThrow(FilmManager.class);
        var project = app.getOrThrow(ProjectComponent.class).getProject();
        ServedTable<Film> titles = ServedTable.of(project, manager, field -> true, List.of("title", "filmId"));
        assertThat(titles.columns().keySet()).containsExactly("filmId", "title");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> ServedTable.of(project, manager, field -> true, List.of("titel")))
                .withMessageContaining("titel")
                .withMessageContaining("title");
    }

    private static void assertRefused(String name, String value, String... allowed) {
        assertThatExceptionOfType(QueryException.class)
                .isThrownBy(() -> query(name, value))
                .satisfies(refused -> assertThat(refused.allowed()).contains(allowed));
    }

    private static List<JsonNode> query(String name, String value) {
        Map<String, List<String>> parameters = new HashMap<>();
        parameters.put(name, List.of(value));
        return answer(RowQuery.of(films, parameters, LIMITS));
    }

    private static Stream<Film> films() {
        return app.getOrThrow(FilmManager.class).stream();
    }

    private static List<JsonNode> answer(RowQuery<Film> query) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        long _ = query.rows(films()).collect(query.encoder().into(out));
        return JsonMapper.shared()
                .readTree(out.toString(StandardCharsets.UTF_8))
                .valueStream()
                .toList();
    }
}
