package org.speedwell.accelerator.classes;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
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
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.OpenMode;
import org.speedwell.accelerator.classes.JsonFilms.Award;
import org.speedwell.accelerator.classes.JsonFilms.Details;
import org.speedwell.accelerator.classes.JsonFilms.Film;
import org.speedwell.accelerator.classes.JsonFilms.Mood;
import org.speedwell.accelerator.monitor.Explanation;
import tools.jackson.core.type.TypeReference;

/** Compares objects in JSON columns with those that Jackson reads from the texts of JDBC. */
@Tag("oracle")
@Tag("database")
@Timeout(300)
class JsonColumnTest {
    private static final Duration LONG = Duration.ofMinutes(2);

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

    @SuppressWarnings("NullAway.Init")
    private JsonFilms films;

    @BeforeEach
    void create() throws SQLException {
        films = new JsonFilms("speedwell_test_json");
    }

    @AfterEach
    void drop() throws SQLException {
        films.close();
    }

    private static List<Film> rows(MemoryStore store) {
        return store.stream(Film.class)
                .sorted(Comparator.comparingInt(Film::id))
                .toList();
    }

    @Test
    void objectsAreThoseOfJackson() throws SQLException {
        List<Film> expected = films.expected();
        try (MemoryStore store = films.store(Film.class).open()) {
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
        List<Film> expected = films.expected();
        try (MemoryStore store = films.store(FewColumns.class).open()) {
            assertThat(store.stream(FewColumns.class)
                            .sorted(Comparator.comparingInt(FewColumns::id))
                            .toList())
                    .isEqualTo(expected.stream()
                            .map(film -> new FewColumns(
                                    film.id(), Optional.ofNullable(film.details()), Optional.ofNullable(film.awards())))
                            .toList());
        }
        try (MemoryStore store = films.store(Movie.class).open()) {
            List<Movie> movies = store.stream(Movie.class)
                    .sorted(Comparator.comparing(Movie::getId))
                    .toList();
            assertThat(movies).hasSize(JsonFilms.ROWS).allSatisfy(movie -> {
                Film film = expected.get(movie.getId());
                assertThat(movie.getDetails()).isEqualTo(film.details());
                assertThat(movie.prizes).isEqualTo(film.awards());
                assertThat(JsonFilms.read(movie.extra, new TypeReference<Map<String, Object>>() {}))
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
    void encodersEmbedTheObjects() throws SQLException {
        List<Film> expected = films.expected();
        try (MemoryStore store = films.store(Film.class).open()) {
            String json = new String(
                    store.stream(Film.class)
                            .sorted(Comparator.comparingInt(Film::id))
                            .collect(store.json(Film.class).toBytes()),
                    StandardCharsets.UTF_8);
            assertThat(JsonFilms.read(json, new TypeReference<List<Film>>() {})).isEqualTo(expected);
            Film film = expected.get(4);
            String csv = new String(store.csv(Film.class).encode(film), StandardCharsets.UTF_8);
            assertThat(csv).contains("\"{\"\"director\"\":\"\"ß😀");
            Explanation explanation = store.explain(
                    Film.class,
                    films -> films.collect(store.jsonLines(Film.class).toBytes()));
            assertThat(explanation.fallback()).isEmpty();
            assertThat(explanation.entities()).isZero();
        }
    }

    @Test
    void changesAndFilesKeepTheObjects(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("films");
        try (MemoryStore store = films.store(Film.class).follow().open()) {
            Random random = new Random(11);
            try (Connection connection = films.schema().connect();
                    PreparedStatement update = connection.prepareStatement("UPDATE film SET details = ? WHERE id = ?");
                    PreparedStatement insert =
                            connection.prepareStatement("INSERT INTO film (id, title, details) VALUES (?, 'new', ?)")) {
                for (int id = 0; id < 50; id++) {
                    update.setString(
                            1,
                            id < 20
                                    ? JsonFilms.EXTREMES.get(id % JsonFilms.EXTREMES.size())
                                    : JsonFilms.details(random));
                    update.setInt(2, random.nextInt(JsonFilms.ROWS));
                    update.executeUpdate();
                    insert.setInt(1, JsonFilms.ROWS + id);
                    insert.setString(
                            2, id < JsonFilms.EXTREMES.size() ? JsonFilms.EXTREMES.get(id) : JsonFilms.details(random));
                    insert.executeUpdate();
                }
            }
            films.schema().execute("DELETE FROM film WHERE id BETWEEN 100 AND 120");
            assertThat(store.await(LONG)).isTrue();
            List<Film> expected = films.expected();
            assertThat(rows(store)).isEqualTo(expected);
            assertThat(store.verify().isEqual()).isTrue();
            store.save(file);
            for (OpenMode mode : OpenMode.values()) {
                try (MemoryStore opened = films.store(Film.class).open(file, mode)) {
                    assertThat(rows(opened)).isEqualTo(expected);
                }
            }
        }
    }
}
