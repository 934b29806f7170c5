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
 * Runs the program of the reference article. The code is as printed there, except for the lines marked as added.
 *
 * <p>The added lines set the address and the login of the test database. Over SQL they also set the collation of
 * utf8mb4, today's default character set. Speedment compares strings by the collation of utf8, the former default. From
 * memory there is no such difference. The reports that Speedment sends to its makers are off, because a test must not
 * use the network.
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
    void restoreConsole() {
        System.setOut(console);
    }

    @Test
    void programRunsFromMemory() {
        Speedment app = new SakilaApplicationBuilder()
                .withConnectionUrl(DATABASE.url("sakila")) // added
                .withUsername(DATABASE.user()) // added
                .withPassword(DATABASE.password()) // the article has "sakila-password"
                .withBundle(InMemoryBundle.class)
                .build();
        app.get(DataStoreComponent.class).ifPresent(DataStoreComponent::load);

        IntSummaryStatistics complex = program(app);

        // From memory, films of equal length keep the order of their keys.
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
    void programRunsOverSql() {
        Speedment app = new SakilaApplicationBuilder()
                .withConnectionUrl(DATABASE.url("sakila")) // added
                .withUsername(DATABASE.user()) // added
                .withPassword(DATABASE.password()) // the article has "sakila-password"
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
