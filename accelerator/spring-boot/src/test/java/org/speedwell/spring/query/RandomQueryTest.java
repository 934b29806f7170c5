package org.speedwell.spring.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.query.TableDescription;
import org.speedwell.accelerator.source.DataSourceConnections;
import org.speedwell.sakila.SakilaApplication;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;
import org.speedwell.spring.OwnSakila;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Random queries return what the same operations return on a list. Garbage is refused. */
@Tag("oracle")
@Tag("fault")
@Tag("database")
@ParameterizedClass(name = "{0}")
@EnumSource(RandomQueryTest.Rows.class)
class RandomQueryTest {
    private static final String SCHEMA = "speedwell_test_rest_queries";
    private static final long SEED = Long.getLong("speedwell.seed", 20261123L);
    private static final int QUERIES = Integer.getInteger("speedwell.restQueries", 2_000);
    private static final Limits LIMITS = new Limits(25, 1_000, 100);

    /** The rows of the table of films. */
    enum Rows {
        ENTITIES_OF_SPEEDMENT,
        RECORDS,
        ENTITIES_OF_PERSISTENCE
    }

    @SuppressWarnings("NullAway.Init")
    private static Films<?> films;

    @SuppressWarnings("NullAway.Init")
    private static List<JsonNode> rows;

    /** A store with films. */
    private record Films<E>(DataStore store, Runnable end, TableDescription<E> description, ServedTable<E> table) {
        static Films<?> of(DataStore store, Runnable end) {
            return of(
                    store,
                    end,
                    store.describe().stream()
                            .filter(table -> table.identifier().table().equals("film"))
                            .findFirst()
                            .orElseThrow());
        }

        private static <E> Films<E> of(DataStore store, Runnable end, TableDescription<E> description) {
            return new Films<>(store, end, description, ServedTable.of(description, List.of()));
        }

        RowQuery<E> query(Map<String, List<String>> parameters) {
            return RowQuery.of(table, parameters, LIMITS);
        }

        List<JsonNode> answer(Map<String, List<String>> parameters) {
            RowQuery<E> query = query(parameters);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            long _ = query.rows(stream()).collect(query.encoder().into(out));
            return JsonMapper.shared()
                    .readTree(out.toString(StandardCharsets.UTF_8))
                    .valueStream()
                    .toList();
        }

        long count(Map<String, List<String>> parameters) {
            return query(parameters).count(stream());
        }

        private Stream<E> stream() {
            return store.stream(description.rows());
        }

        ServedTable<E> restricted(List<String> properties) {
            return ServedTable.of(description, properties);
        }
    }

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Rows kind;

    @BeforeParameterizedClassInvocation
    static void load(Rows kind) throws SQLException {
        Database database = Database.forTests();
        Sakila.scale(1).loadIfAbsent(database, SCHEMA, Progress.none());
        try (var connection = database.connect(SCHEMA);
                var statement = connection.createStatement()) {
            statement.execute("UPDATE film SET length = NULL, description = NULL WHERE film_id % 7 = 0");
            statement.execute("UPDATE film SET rating = NULL WHERE film_id % 11 = 0");
            statement.execute("UPDATE film SET original_language_id = 1 WHERE film_id % 5 = 0");
        }
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(database.url(SCHEMA));
        pool.setUsername(database.user());
        pool.setPassword(database.password());
        films = switch (kind) {
            case ENTITIES_OF_SPEEDMENT -> ofSpeedment(pool);
            case RECORDS -> ofClasses(pool, OwnSakila.Film.class);
            case ENTITIES_OF_PERSISTENCE -> ofClasses(pool, OwnSakila.Movie.class, OwnSakila.Tongue.class);
        };
        pool.close(); // queries must not reach the database
        rows = films.answer(Map.of("limit", List.of("1000")));
        assertThat(rows).hasSize(1_000);
    }

    private static Films<?> ofSpeedment(DataSource source) {
        SakilaApplication app = new SakilaApplicationBuilder()
                .withSchema(SCHEMA)
                .withBundle(InMemoryBundle.class)
                .withComponent(DataSourceConnections.class, () -> DataSourceConnections.of(source))
                .withSkipLogoPrintout()
                .build();
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
        store.load();
        return Films.of(store, app::stop);
    }

    private static Films<?> ofClasses(DataSource source, Class<?>... classes) {
        MemoryStore store = MemoryStore.builder(source).tables(classes).open();
        return Films.of(store, store::close);
    }

    @AfterParameterizedClassInvocation
    static void stop() throws SQLException {
        films.end().run();
        try (var connection = Database.forTests().connect();
                var statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + SCHEMA);
        }
    }

    @Test
    void propertiesAreThoseOfTheRows() {
        List<String> properties = List.copyOf(rows.getFirst().propertyNames());
        assertThat(properties).startsWith("filmId", "title", "description").doesNotHaveDuplicates();
        if (films.description().rows() == OwnSakila.Movie.class) {
            assertThat(properties)
                    .containsExactly(
                            "filmId",
                            "title",
                            "description",
                            "length",
                            "terms.rentalDuration",
                            "terms.rentalRate",
                            "terms.replacementCost",
                            "rating",
                            "lastUpdate",
                            "language.languageId",
                            "originalLanguage.languageId");
            assertThat(rows.get(4).get("originalLanguage.languageId").intValue())
                    .isOne();
            assertThat(rows.getFirst().get("originalLanguage.languageId").isNull())
                    .isTrue();
        } else {
            assertThat(properties).hasSize(13).contains("originalLanguageId", "rating", "lastUpdate");
        }
    }

    @Test
    void answersEqualThoseOfAList() {
        for (int i = 0; i < QUERIES; i++) {
            Random random = new Random(SEED + i);
            RandomCondition condition = RandomCondition.of(random, films.table(), rows, 0);
            Map<String, List<String>> parameters = new LinkedHashMap<>();
            parameters.put("filter", List.of(condition.json()));
            Comparator<JsonNode> order = RandomCondition.order(random, films.table(), parameters);
            int start = random.nextInt(4) == 0 ? random.nextInt(1_100) : 0;
            int limit = random.nextInt(60);
            parameters.put("start", List.of(Integer.toString(start)));
            parameters.put("limit", List.of(Integer.toString(limit)));

            List<JsonNode> passing = rows.stream().filter(condition.test()).toList();
            List<JsonNode> expected =
                    passing.stream().sorted(order).skip(start).limit(limit).toList();
            String what = "seed %d: %s".formatted(SEED + i, parameters);
            assertThat(films.answer(parameters)).as(what).isEqualTo(expected);
            assertThat(films.count(parameters)).as(what).isEqualTo(passing.size());
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
                films.answer(Map.of(name, List.of(text.toString())));
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
        assertThat(films.restricted(List.of("title", "filmId")).columns().keySet())
                .containsExactly("filmId", "title");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> films.restricted(List.of("titel")))
                .withMessageContaining("titel")
                .withMessageContaining("title");
    }

    private static void assertRefused(String name, String value, String... allowed) {
        assertThatExceptionOfType(QueryException.class)
                .isThrownBy(() -> query(name, value))
                .satisfies(refused -> assertThat(refused.allowed()).contains(allowed));
    }

    private static List<JsonNode> query(String name, String value) {
        return films.answer(Map.of(name, List.of(value)));
    }
}
