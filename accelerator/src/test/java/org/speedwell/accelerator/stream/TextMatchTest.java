package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.speedwell.accelerator.query.Expressions.like;

import com.speedment.runtime.core.Speedment;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.SakilaApplicationBuilder;

/**
 * Text predicates on more distinct texts than the engine tests one by one. It matches them as bytes, one by one or all
 * together, and makes no entity.
 */
@Tag("oracle")
class TextMatchTest {
    /** The number of titles. It exceeds the number that the engine tests one by one. */
    private static final int ROWS = 70_000;

    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());
    private static final SakilaFilms FILMS = films();

    @AfterAll
    static void stop() {
        APP.stop();
    }

    private static SakilaFilms films() {
        List<Film> films = SakilaFilms.list(APP, 1, ROWS, 10);
        SplittableRandom random = new SplittableRandom(1);
        for (Film film : films) {
            film.setTitle("%s %d %s".formatted(word(random), film.getFilmId(), word(random)));
        }
        return SakilaFilms.of(APP, films, new EntityTable.Layout(true, 10, false));
    }

    private static String word(SplittableRandom random) {
        return List.of("special", "requests", "spécial", "spec", "😀").get(random.nextInt(5));
    }

    private static final List<Predicate<Film>> PREDICATES = List.of(
            Film.TITLE.contains("special"),
            Film.TITLE.contains("9 requ"),
            Film.TITLE.contains("\uDE00 1"),
            Film.TITLE.contains(""),
            Film.TITLE.notContains("spécial"),
            Film.TITLE.endsWith("99 spec"),
            Film.TITLE.notEndsWith("spec"),
            Film.TITLE.contains("absent"),
            Film.TITLE.contains("special").and(Film.TITLE.endsWith("requests")),
            Film.TITLE.contains("special").or(Film.TITLE.contains("😀")),
            like(Film.TITLE, "%special%requests%"),
            like(Film.TITLE, "%special%requests%").negate(),
            like(Film.TITLE, "_ 1_7 spec%"),
            like(Film.TITLE, "spec%7%spec"),
            like(Film.DESCRIPTION, "%a_b%"),
            like(Film.DESCRIPTION, "%a%").negate(),
            Film.DESCRIPTION.contains("a"),
            Film.DESCRIPTION.notContains("a"),
            Film.DESCRIPTION.notEndsWith("b"));

    private static final List<Function<Stream<Film>, Object>> PIPELINES = List.of(
            Stream::count,
            films -> films.mapToInt(Film.FILM_ID).boxed().toList(),
            films -> films.mapToInt(Film.FILM_ID).findFirst(),
            films -> films.filter(Film.FILM_ID.lessThan(300))
                    .mapToInt(Film.FILM_ID)
                    .boxed()
                    .toList(),
            films -> films.filter(Film.LENGTH.greaterThan(10))
                    .mapToInt(Film.FILM_ID)
                    .limit(50)
                    .boxed()
                    .toList());

    @Test
    void everyPipelineGivesTheResultOfTheList() {
        for (Predicate<Film> predicate : PREDICATES) {
            for (Function<Stream<Film>, Object> pipeline : PIPELINES) {
                Object expected = pipeline.apply(FILMS.list().stream().filter(predicate));
                ExecutionTrace trace = new ExecutionTrace();

                assertThat(pipeline.apply(EntityStream.traced(FILMS.table(), trace, FallbackListener.SILENT)
                                .filter(predicate)))
                        .as("%s", predicate)
                        .isEqualTo(expected);
                assertThat(trace.entities()).as("%s", predicate).isZero();
                assertThat(pipeline.apply(EntityStream.of(FILMS.table(), true).filter(predicate)))
                        .as("parallel, %s", predicate)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void lambdasAreAnalysedToo() {
        long special = FILMS.list().stream()
                .filter(film -> film.getTitle().contains("special"))
                .count();
        long spec = FILMS.list().stream()
                .filter(film -> !film.getTitle().endsWith("spec"))
                .count();
        ExecutionTrace trace = new ExecutionTrace();

        assertThat(EntityStream.traced(FILMS.table(), trace, FallbackListener.SILENT)
                        .filter(film -> film.getTitle().contains("special"))
                        .count())
                .isEqualTo(special);
        assertThat(EntityStream.traced(FILMS.table(), trace, FallbackListener.SILENT)
                        .filter(film -> !film.getTitle().endsWith("spec"))
                        .count())
                .isEqualTo(spec);
        assertThat(trace.entities()).isZero();
    }
}
