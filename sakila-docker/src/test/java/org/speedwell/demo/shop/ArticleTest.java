package org.speedwell.demo.shop;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.IntSummaryStatistics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/**
 * The reference article's program. It is as printed there, except for what the comments say is added: the test
 * database's address and login, and over SQL the collation of today's default character set, utf8mb4, because Speedment
 * compares strings by that of the former, utf8. From memory there is no such difference. Speedment's reports to its
 * makers are off: a test calls nobody.
 */
@Tag("database")
class ArticleTest {
    private static final Database DATABASE = Database.forTests();

    private final PrintStream console = System.out;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @BeforeAll
    static void provideSakila() throws SQLException {
        try (Connection connection = DATABASE.connect()) {
            if (!Sakila.scale(1).isLoaded(connection, Sakila.SCHEMA)) {
                Sakila.scale(1).load(DATABASE, Progress.none());
            }
        }
    }

    @BeforeEach
    void capturePrintedLines() {
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void giveTheConsoleBack() {
        System.setOut(console);
    }

    @Test
    void runsFromMemory() {
        Speedment app = new SakilaApplicationBuilder()
                .withConnectionUrl(DATABASE.url("sakila")) // added
                .withUsername(DATABASE.user()) // added
                .withPassword(DATABASE.password()) // "sakila-password" in the article
                .withBundle(InMemoryBundle.class)
                .build();
        app.get(DataStoreComponent.class).ifPresent(DataStoreComponent::load);

        IntSummaryStatistics complex = program(app);

        // from memory, films of one length stay in the order of their keys
        FilmManager films = app.getOrThrow(FilmManager.class);
        IntSummaryStatistics noTies = films.stream()
                .sorted(Film.LENGTH.reversed().thenComparing(Film.FILM_ID))
                .skip(745)
                .limit(5)
                .mapToInt(Film.RENTAL_DURATION.asInt())
                .summaryStatistics();
        assertThat(complex).hasToString(noTies.toString());
        app.stop();
    }

    @Test
    void runsOverSql() {
        Speedment app = new SakilaApplicationBuilder()
                .withConnectionUrl(DATABASE.url("sakila")) // added
                .withUsername(DATABASE.user()) // added
                .withPassword(DATABASE.password()) // "sakila-password" in the article
                .withParam("statistics.scheduler.enabled", "false") // added
                .withParam("db.mysql.binaryCollationName", "utf8mb4_bin") // added
                .build();
        app.get(DataStoreComponent.class).ifPresent(DataStoreComponent::load);

        program(app);
        app.stop();
    }

    private IntSummaryStatistics program(Speedment app) {
        FilmManager films = app.getOrThrow(FilmManager.class);

        printed.reset();
        films.stream().forEach(System.out::println);
        assertThat(printedText().lines()).hasSize(1_000).allMatch(line -> line.startsWith("FilmImpl { filmId = "));

        printed.reset();
        long count = films.stream().filter(Film.LENGTH.greaterThan(60)).count();
        System.out.format("There are %d films longer than 60 minutes", count);
        assertThat(printedText()).isEqualTo("There are 896 films longer than 60 minutes");

        // Filter And Count
        assertThat(films.stream().filter(Film.RATING.equal(Rating.PG13)).count())
                .isEqualTo(223);

        // Complex
        IntSummaryStatistics complex = films.stream()
                .sorted(Film.LENGTH.reversed())
                .skip(745)
                .limit(5)
                .mapToInt(Film.RENTAL_DURATION.asInt())
                .summaryStatistics();
        assertThat(complex.getCount()).isEqualTo(5);
        assertThat(complex.getMin()).isBetween(3, complex.getMax());
        assertThat(complex.getMax()).isLessThanOrEqualTo(7);
        return complex;
    }

    private String printedText() {
        return printed.toString(StandardCharsets.UTF_8);
    }
}
