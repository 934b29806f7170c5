package org.speedwell.accelerator.loading;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.NotLoaded;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.sakila.Actor;
import org.speedwell.sakila.ActorManager;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/** Verifies streams that the database evaluates, over tables of any character set, without a setting of collations. */
@Tag("oracle")
@Tag("database")
class ColumnCollationsTest {
    private static final String SCHEMA = "speedwell_test_collations";

    private final Database database = Database.forTests();

    @AfterEach
    void drop() throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + SCHEMA);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"utf8mb3", "utf8mb4", "latin1"})
    void databaseComparesAndSortsTexts(String characterSet) throws SQLException {
        Sakila.scale(1).load(database, SCHEMA, Progress.none());
        try (Connection connection = database.connect(SCHEMA);
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER TABLE film DROP INDEX idx_title");
            statement.execute("ALTER TABLE film MODIFY title VARCHAR(200) CHARACTER SET " + characterSet + " NOT NULL");
            statement.execute("ALTER TABLE actor CONVERT TO CHARACTER SET " + characterSet);
        }
        Speedment app = new SakilaApplicationBuilder()
                .withBundle(InMemoryBundle.class)
                .withComponent(
                        StoreConfiguration.class,
                        () -> StoreConfiguration.builder()
                                .storeNotLoaded(NotLoaded.SQL)
                                .build())
                .withConnectionUrl(database.url(SCHEMA))
                .withUsername(database.user())
                .withPassword(database.password())
                .withSchema(SCHEMA)
                .build();
        try {
            List<Film> films = app.getOrThrow(FilmManager.class).stream()
                    .sorted(Film.FILM_ID)
                    .toList();
            String title = films.get(7).getTitle();
            List<UnaryOperator<Stream<Film>>> queries = List.of(
                    s -> s.sorted(Film.TITLE.comparator()),
                    s -> s.sorted(Film.TITLE.comparator().reversed()).limit(5),
                    s -> s.filter(Film.TITLE.equal(title)),
                    s -> s.filter(Film.TITLE.notEqual(title)).sorted(Film.FILM_ID),
                    s -> s.filter(Film.TITLE.equalIgnoreCase(title.toLowerCase(java.util.Locale.ROOT))),
                    s -> s.filter(Film.TITLE.in(title, "NO SUCH FILM")),
                    s -> s.filter(Film.TITLE.between("B", "D")).sorted(Film.FILM_ID),
                    s -> s.filter(Film.TITLE.greaterThan("M")).sorted(Film.TITLE.comparator()),
                    s -> s.filter(Film.TITLE.startsWith("A")).sorted(Film.FILM_ID));
            FilmManager manager = app.getOrThrow(FilmManager.class);
            for (UnaryOperator<Stream<Film>> query : queries) {
                assertThat(ids(query.apply(manager.stream()))).isEqualTo(ids(query.apply(films.stream())));
            }
            assertThat(app.getOrThrow(ActorManager.class).stream()
                            .sorted(Actor.LAST_NAME.comparator())
                            .map(Actor::getLastName)
                            .toList())
                    .isSortedAccordingTo(Comparator.naturalOrder())
                    .isNotEmpty();
        } finally {
            app.stop();
        }
    }

    private static List<Integer> ids(Stream<Film> films) {
        return films.map(Film::getFilmId).toList();
    }
}
