package org.speedwell.accelerator.classes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.persistence.Column;
import jakarta.persistence.Table;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.classes.JsonFilms.Details;
import org.speedwell.accelerator.classes.JsonFilms.Film;
import org.speedwell.accelerator.mapping.ClassMapping;

/** Verifies which classes a JSON column becomes, and the errors of texts that are not such objects. */
@Tag("oracle")
@Tag("database")
@Timeout(300)
class JsonShapeTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    /** A row of a text column that the server does not check. */
    record Loose(int id, @Nullable Details details) {}

    @SuppressWarnings("NullAway.Init")
    private JsonFilms films;

    @BeforeEach
    void create() throws SQLException {
        films = new JsonFilms("speedwell_test_json_shapes");
    }

    @AfterEach
    void drop() throws SQLException {
        films.close();
    }

    @Test
    void malformedJsonIsReportedWithItsRow() throws SQLException {
        for (String json : List.of(
                "{\"year\": ", "{\"year\": 1.5}", "{\"year\": 3000000000}", "{\"mood\": \"NONE\"}", "[]", "", "{} x")) {
            films.schema().execute("DELETE FROM loose", "INSERT INTO loose VALUES (7, '{}'), (8, '" + json + "')");
            assertThatThrownBy(() -> films.store(Loose.class).open())
                    .as(json)
                    .isInstanceOf(DataStoreException.class)
                    .hasMessageContaining("speedwell_test_json_shapes.loose, column details, row id = 8: ")
                    .hasMessageContaining("its JSON is no Details");
        }
    }

    @Test
    void malformedJsonStopsItsTableUntilItIsCorrected() throws Exception {
        films.schema().execute("INSERT INTO loose VALUES (7, '{\"year\": 1}')");
        try (MemoryStore store = films.store(Film.class, Loose.class).follow().open()) {
            films.schema().execute("UPDATE loose SET details = '{\"year\": 1.5}' WHERE id = 7");
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(
                                    store.followStatus().orElseThrow().stopped().values())
                            .singleElement()
                            .asString()
                            .contains("details", "its JSON is no Details at ", "[\"year\"]"));
            assertThat(store.stream(Loose.class).findFirst().orElseThrow().details())
                    .isEqualTo(new Details(null, null, 1, null, null, null, null, null));
            films.schema().execute("UPDATE loose SET details = '{\"year\": 2}' WHERE id = 7");
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
        List<Film> expected = films.expected();
        try (MemoryStore store = films.store(WithTitled.class).open()) {
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
        try (MemoryStore store = films.store(Renamed.class).open()) {
            assertThat(store.stream(Renamed.class)
                            .sorted(Comparator.comparingInt(Renamed::id))
                            .map(Renamed::about)
                            .toList())
                    .isEqualTo(expected.stream().map(Film::details).toList());
        }
    }

    @Test
    void recordsThatHoldThemselvesAndOtherTextColumnsAreRead() throws SQLException {
        films.schema().execute("INSERT INTO loose VALUES (7, '{\"value\": 1, \"next\": {\"value\": 2}}')");
        try (MemoryStore store = films.store(Chain.class).open()) {
            assertThat(store.stream(Chain.class)).containsExactly(new Chain(7, new Node(1, new Node(2, null))));
        }
        films.schema().execute("UPDATE film SET note = '[\"a\", \"b\"]'");
        ClassMapping<Text> mapping =
                ClassMapping.builder(Text.class).table("film").json(Text::note).build();
        try (MemoryStore store =
                MemoryStore.builder(films.schema().dataSource()).table(mapping).open()) {
            assertThat(store.stream(Text.class)
                            .filter(row -> row.note().contains("b"))
                            .count())
                    .isEqualTo(JsonFilms.ROWS);
        }
    }
}
