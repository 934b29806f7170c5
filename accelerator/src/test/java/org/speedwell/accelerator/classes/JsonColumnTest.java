package org.speedwell.accelerator.classes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.OpenMode;
import org.speedwell.accelerator.entity.MappedSchema;
import org.speedwell.accelerator.mapping.ClassMapping;
import org.speedwell.accelerator.monitor.Explanation;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Compares objects in JSON columns with those that Jackson reads from the texts of JDBC. */
@Tag("oracle")
@Tag("database")
@Timeout(300)
class JsonColumnTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int ROWS = 300;
    private static final JsonMapper JACKSON = JsonMapper.builder().build();

    enum Mood {
        LIGHT,
        DARK
    }

    record Award(String name, @Nullable LocalDate day) {}

    record Details(
            @Nullable String director,
            @Nullable List<String> tags,
            @Nullable Integer year,
            @Nullable BigDecimal budget,
            @Nullable Map<String, Long> views,
            @Nullable Mood mood,
            @Nullable Award award,
            @Nullable Instant at) {}

    record Film(
            int id,
            String title,
            @Nullable Details details,
            @Nullable List<Award> awards,
            @Nullable Map<String, Object> extra) {}

    @Table(name = "film")
    record FewColumns(int id, Optional<Details> details, Optional<List<Award>> awards) {}

    @Entity
    @Table(name = "film")
    @SuppressWarnings("NullAway.Init")
    static class Movie {
        @Id
        private Integer id;

        @JdbcTypeCode(SqlTypes.JSON)
        private @Nullable Details details;

        @JdbcTypeCode(SqlTypes.JSON)
        @Column(name = "awards")
        private @Nullable List<Award> prizes;

        @JdbcTypeCode(SqlTypes.JSON)
        private @Nullable String extra;

        @JdbcTypeCode(SqlTypes.JSON)
        private @Nullable Mood note;

        public Integer getId() {
            return id;
        }

        @Nullable
        public Details getDetails() {
            return details;
        }
    }

    /** A row of a text column that the server does not check. */
    record Loose(int id, @Nullable Details details) {}

    private static final List<String> EXTREMES = List.of(
            "{}",
            "null",
            "{\"director\": null, \"tags\": [], \"views\": {}}",
            "{\"director\": \"\", \"tags\": [\"\", \"\\u00e9\\ud83d\\ude00\\u0000\\\"\\\\\\/\\b\"]}",
            "{\"director\": \"ß😀\\u2028\", \"unknown\": [1, {\"a\": 2}]}",
            "{\"year\": -2147483648, \"budget\": -0.5, \"views\": {\"\": -9223372036854775808}}",
            "{\"year\": 2147483647, \"budget\": 1e300, \"views\": {\"most\": 9223372036854775807}}",
            "{\"budget\": 12345678901234567890123.25, \"mood\": \"DARK\"}",
            "{\"award\": {\"name\": \"Bär\", \"day\": \"2024-02-29\"}, \"at\": \"2024-02-29T23:59:59.123456789Z\"}",
            " { \"year\" : 2001 , \"year2\" : 1 } ");

    @SuppressWarnings("NullAway.Init")
    private MappedSchema schema;

    @BeforeEach
    void create() throws SQLException {
        schema = new MappedSchema(
                "speedwell_test_json",
                "CREATE TABLE film (id INT PRIMARY KEY, title VARCHAR(50) NOT NULL, details JSON, awards JSON,"
                        + " extra JSON, note VARCHAR(20))",
                "CREATE TABLE loose (id INT PRIMARY KEY,"
                        + " details LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin)");
        Random random = new Random(7);
        try (Connection connection = schema.connect();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO film VALUES (?, ?, ?, ?, ?, '\"DARK\"')")) {
            for (int id = 0; id < ROWS; id++) {
                insert.setInt(1, id);
                insert.setString(2, "t" + random.nextInt(5));
                insert.setString(3, id < EXTREMES.size() ? EXTREMES.get(id) : details(random));
                insert.setString(4, id == 0 ? "[]" : id == 1 ? "[null]" : awards(random));
                insert.setString(5, id == 0 ? nested(12) : extra(random));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    @AfterEach
    void drop() throws SQLException {
        schema.close();
    }

    private static @Nullable String details(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> null;
            case 1 -> "null";
            default ->
                JACKSON.writeValueAsString(new Details(
                        random.nextBoolean() ? null : "d" + random.nextInt(4),
                        random.nextBoolean() ? null : List.of("a" + random.nextInt(3), "b"),
                        random.nextBoolean() ? null : 1990 + random.nextInt(20),
                        random.nextBoolean() ? null : BigDecimal.valueOf(random.nextInt(1000), 2),
                        random.nextBoolean() ? null : Map.of("x", random.nextLong()),
                        random.nextBoolean() ? null : Mood.values()[random.nextInt(2)],
                        random.nextBoolean() ? null : new Award("w", LocalDate.of(2020, 1, 1 + random.nextInt(28))),
                        random.nextBoolean() ? null : Instant.ofEpochSecond(random.nextInt())));
        };
    }

    private static @Nullable String awards(Random random) {
        return random.nextInt(4) == 0
                ? null
                : JACKSON.writeValueAsString(Stream.generate(() -> new Award("n" + random.nextInt(3), null))
                        .limit(random.nextInt(3))
                        .toList());
    }

    private static @Nullable String extra(Random random) {
        return random.nextInt(4) == 0 ? null : "{\"k\": [1, 2.5, true, null, {\"z\": \"" + random.nextInt() + "\"}]}";
    }

    private static String nested(int depth) {
        return depth == 0 ? "{}" : "{\"in\": [" + nested(depth - 1) + "]}";
    }

    private List<Film> expected() throws SQLException {
        List<Film> films = new ArrayList<>();
        try (Connection connection = schema.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT * FROM film ORDER BY id")) {
            while (row.next()) {
                films.add(new Film(
                        row.getInt("id"),
                        row.getString("title"),
                        read(row.getString("details"), new TypeReference<Details>() {}),
                        read(row.getString("awards"), new TypeReference<List<Award>>() {}),
                        read(row.getString("extra"), new TypeReference<Map<String, Object>>() {})));
            }
        }
        return films;
    }

    private static <T> @Nullable T read(@Nullable String json, TypeReference<T> type) {
        return json == null ? null : JACKSON.readValue(json, type);
    }

    private static List<Film> rows(MemoryStore store) {
        return store.stream(Film.class)
                .sorted(Comparator.comparingInt(Film::id))
                .toList();
    }

    @Test
    void objectsAreThoseOfJackson() throws SQLException {
        List<Film> expected = expected();
        try (MemoryStore store =
                MemoryStore.builder(schema.dataSource()).table(Film.class).open()) {
            assertThat(rows(store)).isEqualTo(expected);
            Explanation counted = store.explain(
                    Film.class,
                    films -> films.filter(film -> film.details() != null).count());
            assertThat(counted.fallback()).isEmpty();
            assertThat(counted.entities()).isZero();
            assertSame(
                    store,
                    expected,
                    films -> films.filter(film -> film.details() != null).count());
            assertSame(
                    store,
                    expected,
                    films -> films.filter(film -> film.details() == null)
                            .map(Film::id)
                            .sorted()
                            .toList());
            assertSame(
                    store,
                    expected,
                    films -> films.filter(film -> film.title().equals("t1")
                                    && film.details() != null
                                    && film.details().year() != null
                                    && film.details().year() > 2000)
                            .map(Film::id)
                            .sorted()
                            .toList());
            assertSame(
                    store,
                    expected,
                    films -> films.filter(film ->
                                    film.awards() != null && film.awards().size() > 1)
                            .count());
            assertSame(
                    store,
                    expected,
                    films -> films.map(Film::details)
                            .filter(Objects::nonNull)
                            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting())));
            assertSame(
                    store,
                    expected,
                    films -> films.filter(film -> film.details() != null)
                            .collect(Collectors.groupingBy(Film::details, Collectors.counting())));
            assertSame(
                    store,
                    expected,
                    films -> films.map(Film::details).distinct().count());
            Details first = Objects.requireNonNull(expected.get(2).details());
            assertSame(
                    store,
                    expected,
                    films -> films.filter(film -> first.equals(film.details())).count());
            assertSame(
                    store,
                    expected,
                    films -> films.sorted(Comparator.comparing(
                                            (Film film) -> film.details() == null
                                                    ? ""
                                                    : "" + film.details().director(),
                                            Comparator.<String>reverseOrder())
                                    .thenComparing(Film::id))
                            .map(Film::id)
                            .toList());
        }
    }

    private static <R> void assertSame(MemoryStore store, List<Film> list, Function<Stream<Film>, R> pipeline) {
        assertThat(pipeline.apply(store.stream(Film.class))).isEqualTo(pipeline.apply(list.stream()));
    }

    @Test
    void optionalsAndAnnotatedAttributesHoldObjects() throws SQLException {
        List<Film> expected = expected();
        try (MemoryStore store =
                MemoryStore.builder(schema.dataSource()).table(FewColumns.class).open()) {
            assertThat(store.stream(FewColumns.class)
                            .sorted(Comparator.comparingInt(FewColumns::id))
                            .toList())
                    .isEqualTo(expected.stream()
                            .map(film -> new FewColumns(
                                    film.id(), Optional.ofNullable(film.details()), Optional.ofNullable(film.awards())))
                            .toList());
        }
        try (MemoryStore store =
                MemoryStore.builder(schema.dataSource()).table(Movie.class).open()) {
            List<Movie> movies = store.stream(Movie.class)
                    .sorted(Comparator.comparing(Movie::getId))
                    .toList();
            assertThat(movies).hasSize(ROWS).allSatisfy(movie -> {
                Film film = expected.get(movie.getId());
                assertThat(movie.getDetails()).isEqualTo(film.details());
                assertThat(movie.prizes).isEqualTo(film.awards());
                assertThat(read(movie.extra, new TypeReference<Map<String, Object>>() {}))
                        .isEqualTo(film.extra());
                assertThat(movie.note).isEqualTo(Mood.DARK);
            });
            assertThat(store.stream(Movie.class)
                            .filter(movie -> movie.getDetails() != null
                                    && movie.getDetails().mood() == Mood.DARK)
                            .count())
                    .isEqualTo(expected.stream()
                            .filter(film ->
                                    film.details() != null && film.details().mood() == Mood.DARK)
                            .count());
        }
    }

    @Test
    void changesAndFilesKeepTheObjects(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("films");
        try (MemoryStore store = MemoryStore.builder(schema.dataSource())
                .table(Film.class)
                .follow()
                .open()) {
            Random random = new Random(11);
            try (Connection connection = schema.connect();
                    PreparedStatement update = connection.prepareStatement("UPDATE film SET details = ? WHERE id = ?");
                    PreparedStatement insert =
                            connection.prepareStatement("INSERT INTO film (id, title, details) VALUES (?, 'new', ?)")) {
                for (int id = 0; id < 50; id++) {
                    update.setString(1, id < 20 ? EXTREMES.get(id % EXTREMES.size()) : details(random));
                    update.setInt(2, random.nextInt(ROWS));
                    update.executeUpdate();
                    insert.setInt(1, ROWS + id);
                    insert.setString(2, id < EXTREMES.size() ? EXTREMES.get(id) : details(random));
                    insert.executeUpdate();
                }
            }
            schema.execute("DELETE FROM film WHERE id BETWEEN 100 AND 120");
            assertThat(store.await(LONG)).isTrue();
            List<Film> expected = expected();
            assertThat(rows(store)).isEqualTo(expected);
            assertThat(store.verify().isEqual()).isTrue();
            store.save(file);
            for (OpenMode mode : OpenMode.values()) {
                try (MemoryStore opened = MemoryStore.builder(schema.dataSource())
                        .table(Film.class)
                        .open(file, mode)) {
                    assertThat(rows(opened)).isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void malformedJsonIsReportedWithItsRow() throws SQLException {
        for (String json : List.of(
                "{\"year\": ", "{\"year\": 1.5}", "{\"year\": 3000000000}", "{\"mood\": \"NONE\"}", "[]", "", "{} x")) {
            schema.execute("DELETE FROM loose", "INSERT INTO loose VALUES (7, '{}'), (8, '" + json + "')");
            assertThatThrownBy(() -> MemoryStore.builder(schema.dataSource())
                            .table(Loose.class)
                            .open())
                    .as(json)
                    .isInstanceOf(DataStoreException.class)
                    .hasMessageContaining("speedwell_test_json.loose, column details, row ")
                    .hasMessageContaining("8")
                    .hasMessageContaining("its JSON is no Details");
        }
    }

    @Test
    void malformedJsonStopsItsTableUntilItIsCorrected() throws Exception {
        schema.execute("INSERT INTO loose VALUES (7, '{\"year\": 1}')");
        try (MemoryStore store = MemoryStore.builder(schema.dataSource())
                .tables(Film.class, Loose.class)
                .follow()
                .open()) {
            schema.execute("UPDATE loose SET details = '{\"year\": 1.5}' WHERE id = 7");
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(
                                    store.followStatus().orElseThrow().stopped().values())
                            .singleElement()
                            .asString()
                            .contains("details", "its JSON is no Details at ", "[\"year\"]"));
            assertThat(store.stream(Loose.class).findFirst().orElseThrow().details())
                    .isEqualTo(new Details(null, null, 1, null, null, null, null, null));
            schema.execute("UPDATE loose SET details = '{\"year\": 2}' WHERE id = 7");
            store.reload(Loose.class);
            assertThat(store.stream(Loose.class)
                            .filter(row -> row.details() != null
                                    && Objects.equals(row.details().year(), 2))
                            .count())
                    .isEqualTo(1);
        }
    }

    record Node(int value, @Nullable Node next) {}

    @Table(name = "loose")
    record Chain(int id, @Nullable Node details) {}

    record Text(int id, List<String> note) {}

    /** An object whose component has the name of another column. */
    record Titled(@Nullable String title, @Nullable Integer year) {}

    @Table(name = "film")
    record WithTitled(int id, String title, @Nullable Titled details) {}

    @Table(name = "film")
    record Renamed(
            int id, @Column(name = "details") @Nullable Details about) {}

    @Test
    void columnOfTheNameOfTheRecordHoldsIt() throws SQLException {
        List<Film> expected = expected();
        try (MemoryStore store =
                MemoryStore.builder(schema.dataSource()).table(WithTitled.class).open()) {
            assertThat(store.stream(WithTitled.class)
                            .sorted(Comparator.comparingInt(WithTitled::id))
                            .toList())
                    .isEqualTo(expected.stream()
                            .map(film -> new WithTitled(
                                    film.id(),
                                    film.title(),
                                    film.details() == null
                                            ? null
                                            : new Titled(null, film.details().year())))
                            .toList());
        }
        try (MemoryStore store =
                MemoryStore.builder(schema.dataSource()).table(Renamed.class).open()) {
            assertThat(store.stream(Renamed.class)
                            .sorted(Comparator.comparingInt(Renamed::id))
                            .map(Renamed::about)
                            .toList())
                    .isEqualTo(expected.stream().map(Film::details).toList());
        }
    }

    @Test
    void recordsThatHoldThemselvesAndOtherTextColumnsAreRead() throws SQLException {
        schema.execute("INSERT INTO loose VALUES (7, '{\"value\": 1, \"next\": {\"value\": 2}}')");
        try (MemoryStore store =
                MemoryStore.builder(schema.dataSource()).table(Chain.class).open()) {
            assertThat(store.stream(Chain.class)).containsExactly(new Chain(7, new Node(1, new Node(2, null))));
        }
        schema.execute("UPDATE film SET note = '[\"a\", \"b\"]'");
        ClassMapping<Text> mapping =
                ClassMapping.builder(Text.class).table("film").json(Text::note).build();
        try (MemoryStore store =
                MemoryStore.builder(schema.dataSource()).table(mapping).open()) {
            assertThat(store.stream(Text.class)
                            .filter(row -> row.note().contains("b"))
                            .count())
                    .isEqualTo(ROWS);
        }
    }
}
