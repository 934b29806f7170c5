package org.speedwell.bench.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;
import org.springframework.context.ConfigurableApplicationContext;

/** Verifies that the JPA service gives the same answers before and after it gains memory. */
@Tag("oracle")
@Tag("database")
@Timeout(300)
class JpaServiceTest {
    private static final String SCHEMA = "speedwell_test_jpa";
    private static final Database DATABASE = Database.forTests();

    private static ConfigurableApplicationContext after;

    @BeforeAll
    static void start() throws SQLException {
        Sakila.scale(1).load(DATABASE, SCHEMA, Progress.none());
        after = JpaContender.after.start(DATABASE, SCHEMA);
    }

    @AfterAll
    static void stop() throws SQLException {
        after.close();
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP SCHEMA " + SCHEMA);
        }
    }

    @Test
    void answersFromMemoryEqualThoseOfTheDatabase() {
        FilmQuestions memory = JpaContender.after.questions(after);
        JpaAnswers.requireEqual(JpaContender.before.questions(after), memory);
        assertThat(memory.longFilms(60).values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(896);
        assertThat(memory.inLanguage("Finnish")).isPositive();
        assertThat(memory.page(Rating.PG_13, 0).films()).hasSize(FilmQuestions.PAGE);
        assertThat(memory.film(1)).isPresent();
        assertThat(memory.mostRented(3)).hasSize(3);
    }

    @Test
    void differentAnswersAreReported() {
        FilmQuestions memory = JpaContender.after.questions(after);
        assertThatThrownBy(() -> JpaAnswers.requireEqual(memory, new WithoutFilms(memory)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("film 1: MemoryQuestions answers Optional[")
                .hasMessageContaining("WithoutFilms answers Optional.empty");
    }

    private record WithoutFilms(FilmQuestions others) implements FilmQuestions {
        @Override
        public Map<Rating, Long> longFilms(int minutes) {
            return others.longFilms(minutes);
        }

        @Override
        public List<String> longest(int films) {
            return others.longest(films);
        }

        @Override
        public long inLanguage(String name) {
            return others.inLanguage(name);
        }

        @Override
        public FilmPage page(Rating rating, int number) {
            return others.page(rating, number);
        }

        @Override
        public Optional<FilmLine> film(int id) {
            return Optional.empty();
        }

        @Override
        public List<RentedFilm> mostRented(int films) {
            return others.mostRented(films);
        }
    }

    @Test
    void serviceWithoutTheThreeLinesHasNoMemory() {
        try (ConfigurableApplicationContext before = JpaContender.before.start(DATABASE, SCHEMA)) {
            assertThat(before.getBeanNamesForType(MemoryStore.class)).isEmpty();
            JpaAnswers.requireEqual(JpaContender.before.questions(before), JpaContender.after.questions(after));
            assertThatThrownBy(() -> before.getBean(FilmRepository.class).stream())
                    .hasStackTraceContaining("speedwell.tables=Film");
        }
    }

    @Test
    void questionsRunOnColumns() {
        FilmRepository films = after.getBean(FilmRepository.class);
        RentalRepository rentals = after.getBean(RentalRepository.class);
        List<Function<Stream<Film>, Object>> ofFilms = List.of(
                stream -> MemoryQuestions.longFilms(stream, 120),
                stream -> MemoryQuestions.longest(stream, 10),
                stream -> MemoryQuestions.inLanguage(stream, "Finnish"),
                stream -> MemoryQuestions.withRating(stream, Rating.PG_13).count());
        for (Function<Stream<Film>, Object> question : ofFilms) {
            requireColumns(films.explain(question));
        }
        requireColumns(rentals.explain(MemoryQuestions::byTitle));
        assertThat(MemoryQuestions.byTitle(rentals.stream()))
                .isEqualTo(rentals.stream().toList().stream()
                        .collect(Collectors.groupingBy(
                                rental -> rental.getInventory().getFilm().getTitle(), Collectors.counting())));
    }

    private static void requireColumns(Explanation explanation) {
        assertThat(explanation.fallback()).as(explanation.toString()).isEmpty();
        assertThat(explanation.entities()).as(explanation.toString()).isZero();
    }

    @Test
    void answersShowEarlierCommits() {
        FilmQuestions memory = JpaContender.after.questions(after);
        FilmChanges changes = after.getBean(FilmChanges.class);
        int former = changes.setLength(1, 1_000);
        assertThat(memory.longFilms(999).values()).containsExactly(1L);
        changes.setLength(1, former);
        assertThat(memory.longFilms(999)).isEmpty();
    }
}
