package org.speedwell.accelerator.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;
import static org.speedwell.accelerator.query.ColumnCollectors.averagingInt;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingBy;

import com.speedment.runtime.core.Speedment;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.Fallback;
import org.speedwell.accelerator.FallbackException;
import org.speedwell.accelerator.LogLines;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.accelerator.stream.FallbackListener;
import org.speedwell.accelerator.stream.SakilaFilms;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;

/** The explanation of a pipeline, and its fallbacks. */
@Tag("unit")
class ExplanationTest {
    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());
    private static final TableStore<Film> FILMS = SakilaFilms.table(APP, 1_000);

    @AfterAll
    static void stop() {
        APP.stop();
    }

    private static Explanation explain(Function<Stream<Film>, ?> pipeline) {
        return Explaining.explain(FILMS, new ExecutionTrace(), null, true, pipeline);
    }

    /** Returns each step as its words and the number of its rows. */
    private static List<String> steps(Explanation explanation) {
        return explanation.steps().stream()
                .map(step -> step.what() + ": " + step.rows().orElseThrow())
                .toList();
    }

    private static Explanation.Step first(Explanation explanation) {
        return explanation.steps().getFirst();
    }

    @Test
    void stepsNameColumnsOperatorsAndRows() {
        long matching = EntityStream.of(FILMS, false)
                .filter(film -> film.getRating().orElse(null) == Rating.PG13)
                .count();

        Explanation counted =
                explain(films -> films.filter(Film.RATING.equal(Rating.PG13)).count());

        assertThat(steps(counted))
                .containsExactly("filter rating = PG13 → sorted index on rating: " + matching, "count: " + matching);
        assertThat(first(counted).expected()).as("known by the index").hasValue(matching);
        assertThat(counted.fallback()).isEmpty();
        assertThat(counted.entities()).isZero();
        assertThat(counted.toString().replaceAll(", [\\d.,]+ µs", "")).isEqualTo("""
            film, 1,000 rows
              count: %1$,d
                filter rating = PG13 → sorted index on rating: %1$,d
              0 entities made\
            """.formatted(matching));
    }

    @Test
    void planEqualsTheExecutedTreeWithoutRunning() {
        List<Function<Stream<Film>, ?>> pipelines = List.of(
                films -> films.filter(Film.RATING.equal(Rating.PG13)).count(),
                films -> films.filter(Film.LENGTH.greaterThan(60))
                        .sorted(Film.TITLE)
                        .skip(3)
                        .limit(5)
                        .map(Film.TITLE)
                        .toList(),
                films -> films.sorted(Film.LENGTH.reversed()).limit(5).toList(),
                films -> films.filter(Film.DESCRIPTION.contains("a"))
                        .mapToInt(Film.RENTAL_DURATION.asInt())
                        .sum(),
                films -> films.map(Film.RATING).distinct().toList());
        for (Function<Stream<Film>, ?> pipeline : pipelines) {
            Explanation ran = explain(pipeline);
            Explanation planned = Explaining.explain(FILMS, new ExecutionTrace(true), null, true, pipeline);

            assertThat(planned.steps())
                    .as("%s", ran)
                    .isNotEmpty()
                    .allMatch(step -> step.rows().isEmpty() && step.expected().isPresent());
            assertThat(planned.steps().getLast().what())
                    .isEqualTo(ran.steps().getLast().what());
            assertThat(planned.toString()).contains(" expected").doesNotContain("(");
        }
        Explanation untouched = Explaining.explain(FILMS, new ExecutionTrace(true), null, true, films -> {
            films.filter(Film.LENGTH.greaterThan(60)).forEach(film -> fail("The pipeline has run."));
            return null;
        });
        assertThat(untouched.entities()).isZero();
    }

    @Test
    void articleQueriesMakeNoEntity() {
        Explanation explanation = explain(films -> films.sorted(Film.LENGTH.reversed())
                .skip(745)
                .limit(5)
                .mapToInt(Film.RENTAL_DURATION.asInt())
                .summaryStatistics());

        assertThat(steps(explanation))
                .containsExactly(
                        "sorted by length descending → sorted index: 1000",
                        "skip 745, limit 5: 5",
                        "totals of rental_duration, in the order of the rows: 1");
        assertThat(explanation.fallback()).isEmpty();
        assertThat(explanation.entities()).isZero();
    }

    @Test
    void fallbackNamesOperationAndReason() {
        Explanation explanation = explain(films -> films.filter(Film.FILM_ID.lessThan(100))
                .filter(film -> isEven(film.getFilmId()))
                .count());

        assertThat(explanation.fallback())
                .contains(new Explanation.Left(
                        "filter", "an opaque function, which calls ExplanationTest.isEven, which is not known"));
        assertThat(explanation.entities()).isEqualTo(first(explanation).rows().orElseThrow());
        assertThat(explanation.functions())
                .containsExactly(
                        "filter an opaque function, which reads film_id of entities made of only these columns");
        assertThat(explain(Stream::toList).fallback()).isEmpty();
        assertThat(explain(films -> films.sorted(Comparator.comparingInt(film -> -film.getFilmId()))
                                .toList())
                        .fallback())
                .map(Explanation.Left::operation)
                .contains("sorted");
    }

    private static boolean isEven(int number) {
        return number % 2 == 0;
    }

    @Test
    void analysedFunctionsAreShownAsWritten() {
        int least = 60;
        Explanation explanation = explain(films -> films.filter(
                        f -> f.getLength().orElse(0) > least)
                .filter(((Predicate<Film>) f -> f.getSpecialFeatures().isPresent()).or(f -> f.getFilmId() % 2 == 0))
                .sorted(Comparator.comparing(Film::getFilmId).reversed())
                .collect(Collectors.groupingBy(f -> f.getFilmId() / 100 + "a".length(), Collectors.counting())));

        assertThat(explanation.fallback()).isEmpty();
        assertThat(explanation.functions().stream()
                        .map(function -> function.replaceAll("ExplanationTest.java:\\d+", "here"))
                        .toList())
                .containsExactly(
                        "filter f -> ((f.length == null) ? 0 : f.length) > 60 (here)",
                        "filter f -> f.specialFeatures != null || ((f.filmId % 2) == 0) (here)",
                        "sorted Comparator.comparing(Film::getFilmId).reversed() (here)",
                        "collect Collectors.groupingBy(f -> (f.filmId / 100) + \"a\".length(), Collectors.counting()) (here)");
        assertThat(explanation.toString()).contains("\n  read filter f -> ");
    }

    @Test
    void pipelineWithoutTerminalOperationIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> explain(films -> films.filter(Film.FILM_ID.equal(1))))
                .withMessageContaining("no terminal operation");
    }

    @Test
    void refusedFallbackSuggestsARemedy() {
        Function<Stream<Film>, Object> lambda =
                films -> films.map(film -> new StringBuilder(film.getTitle())).count();
        Stream<Film> refusing = EntityStream.of(FILMS, false, FallbackPolicy.of(Fallback.FAIL));

        assertThatThrownBy(() -> lambda.apply(refusing))
                .isInstanceOf(FallbackException.class)
                .hasMessageContaining("film")
                .hasMessageContaining("map: an opaque function")
                .hasMessageContaining("Fallback.WARN");
        assertThat(EntityStream.of(FILMS, false, FallbackPolicy.of(Fallback.FAIL))
                        .toList())
                .hasSize(1_000);
    }

    @Test
    void warningIsLoggedOncePerPlace() {
        FallbackListener warning = FallbackPolicy.of(Fallback.WARN);
        List<String> warnings;
        try (LogLines lines = new LogLines(FallbackPolicy.class.getName())) {
            for (int i = 0; i < 3; i++) {
                assertThat(EntityStream.of(FILMS, false, warning)
                                .filter(film -> isEven(film.getFilmId()))
                                .count())
                        .isNotNegative();
                assertThat(EntityStream.of(FILMS, false, warning)
                                .filter(film -> isEven(film.getFilmId() + 1))
                                .count())
                        .isNotNegative();
                assertThat(EntityStream.of(FILMS, false, warning)
                                .filter(Film.FILM_ID.greaterThan(1))
                                .toList())
                        .isNotNull();
            }
            warnings = lines.all();
        }

        assertThat(warnings)
                .hasSize(2)
                .allSatisfy(message -> assertThat(message)
                        .contains(
                                "film",
                                "filter: an opaque function",
                                ExplanationTest.class.getSimpleName() + ".java:"));
    }

    @Test
    void explainDoesNotSortForAKnownCount() {
        Function<Stream<Film>, Stream<Film>> order =
                films -> films.skip(10).sorted(Film.LENGTH.asInt().orThrow());
        long rest = FILMS.rows() - 10;

        assertThatThrownBy(() -> order.apply(EntityStream.of(FILMS, false)).findFirst())
                .as("a length is NULL")
                .isInstanceOf(RuntimeException.class);
        assertThat(order.apply(EntityStream.of(FILMS, false)).count()).isEqualTo(rest);
        assertThat(steps(explain(films -> order.apply(films).count())))
                .containsExactly(
                        "all rows of film: " + FILMS.rows(),
                        "skip 10: " + rest,
                        "count → known without reading the rows: " + rest);
    }

    @Test
    void rowByRowStepsAreReported() {
        Explanation explanation = explain(films -> films.skip(10)
                .limit(100)
                .filter(Film.LENGTH.asInt().isNotNull())
                .sorted(Film.FILM_ID.negate())
                .mapToInt(Film.FILM_ID)
                .sum());

        assertThat(explanation.fallback()).isEmpty();
        assertThat(explanation.entities()).isZero();
        long known = FILMS.rows() < 110 ? FILMS.rows() - 10 : 100;
        assertThat(explanation.steps())
                .extracting(Explanation.Step::what)
                .containsExactly(
                        "all rows of film",
                        "skip 10, limit 100",
                        "filter → row by row on columns",
                        "sorted → row by row on columns");
        assertThat(explanation.steps().get(1).rows()).hasValue(known);
        assertThat(explanation.steps().get(3).rows())
                .isEqualTo(explanation.steps().get(2).rows());
    }

    @Test
    void filtersAreShownAsWritten() {
        String begin = EntityStream.of(FILMS, false)
                .map(Film::getTitle)
                .filter(title -> !title.isEmpty())
                .findFirst()
                .orElseThrow()
                .substring(0, 1);
        assertThat(List.of(
                        Film.TITLE.startsWith(begin),
                        Film.TITLE.contains("OVER"),
                        Film.TITLE.greaterThan("M"),
                        Film.LENGTH.greaterThan(60),
                        Film.LENGTH.between(60, 90),
                        Film.RENTAL_RATE.lessThan(new BigDecimal("2.995")),
                        Film.RATING.in(Rating.PG, Rating.R),
                        Film.TITLE.isNotEmpty()))
                .extracting(
                        predicate -> explain(films -> films.filter(predicate).count())
                                .steps()
                                .getFirst()
                                .what()
                                .replaceAll("→.*", ""))
                .containsExactly(
                        "filter title starts with " + begin + " ",
                        "filter title contains OVER ",
                        "filter title > M ",
                        "filter length > 60 ",
                        "filter length between [60, 90) ",
                        "filter rental_rate < 2.995 ",
                        "filter rating in (PG, R) ",
                        "filter title is not empty ");
    }

    @Test
    void columnCollectorsAreSteps() {
        Explanation totals = explain(films -> films.filter(Film.RATING.isNotNull())
                .collect(
                        groupingBy(Film.RATING, averagingInt(Film.LENGTH.asInt().orElse(0)))));
        assertThat(totals.fallback()).isEmpty();
        assertThat(totals.entities()).isZero();
        assertThat(totals.steps().getLast().what()).isEqualTo("groups by 1 key, 1 aggregate");
        long rated = first(totals).rows().orElseThrow();

        Explanation counts = explain(films -> films.filter(Film.RATING.isNotNull())
                .collect(groupingBy(Film.RENTAL_DURATION, HashMap::new, counting())));
        assertThat(counts.steps()).hasSize(2);
        assertThat(counts.steps().getLast().what()).isEqualTo("count by rental_duration");
        assertThat(first(counts).rows()).hasValue(rated);
        assertThat(steps(explain(films -> films.collect(counting()))))
                .containsExactly("all rows of film: 1000", "count: 1000");
    }

    /**
     * Checks that the explanation shows what ran: the engine sorts few rows of one index, although another index has
     * the order.
     */
    @Test
    void treeShowsWhatRan() {
        String rare = EntityStream.of(FILMS, false)
                .map(Film::getTitle)
                .filter(Objects::nonNull)
                .sorted()
                .findFirst()
                .orElseThrow();
        Explanation few = explain(films -> films.filter(Film.TITLE.equal(rare))
                .sorted(Film.LENGTH)
                .limit(3)
                .toList());

        assertThat(few.plan().orElseThrow().what()).isEqualTo("limit 3");
        Explanation.Step sort = few.plan().orElseThrow().inputs().getFirst();
        assertThat(sort.what()).isEqualTo("sorted by length → first 3 picked");
        assertThat(sort.inputs())
                .singleElement()
                .extracting(Explanation.Step::what)
                .isEqualTo("filter title = " + rare + " → sorted index on title");
        assertThat(few.entities()).isEqualTo(few.plan().orElseThrow().rows().orElseThrow());

        Explanation many = explain(films -> films.filter(Film.LENGTH.notEqual(100))
                .sorted(Film.TITLE)
                .mapToInt(Film.FILM_ID)
                .sum());
        assertThat(steps(many)).first().asString().startsWith("filter length ≠ 100 → scan of length");
        assertThat(many.steps().getLast().what()).isEqualTo("totals of film_id");
        assertThat(many.steps().getFirst().time().isNegative()).isFalse();
    }

    @Test
    void warningNamesTheUsersLineOfTimedStreams() {
        try (LogLines lines = new LogLines(FallbackPolicy.class.getName())) {
            QueryWatch watch = new QueryWatch(Optional.of(Duration.ofHours(1)));
            Stream<Film> timed = watch.watched("film", EntityStream.of(FILMS, false, FallbackPolicy.of(Fallback.WARN)));
            assertThat(timed.filter(film -> isEven(film.getFilmId() + 1)).count())
                    .isPositive();
            assertThat(lines.all())
                    .singleElement()
                    .asString()
                    .contains(ExplanationTest.class.getSimpleName() + ".java:");
        }
    }

    @Test
    void valuesAreEscapedInExplanations() {
        String hostile = "a\r\nERROR forged\u001b[2J";
        List<Film> films = SakilaFilms.list(APP, 1, 20, 0);
        films.get(0).setTitle(hostile);
        films.get(1).setTitle("x".repeat(1_000));
        TableStore<Film> table = SakilaFilms.of(APP, films, new EntityTable.Layout(true, 10, false))
                .table();
        List<Function<Stream<Film>, ?>> pipelines = List.of(
                s -> s.filter(Film.TITLE.in(hostile, "x".repeat(1_000))).count(),
                s -> s.filter(Film.TITLE.equal(hostile)).count(),
                s -> s.filter(film -> film.getTitle().equals(hostile)).count());

        for (Function<Stream<Film>, ?> pipeline : pipelines) {
            Explanation explanation = Explaining.explain(table, new ExecutionTrace(), null, true, pipeline);
            assertThat(explanation.toString())
                    .contains("a\\r\\nERROR forged\\u001b[2J")
                    .doesNotContain("\r", "\u001b", "\nERROR", "x".repeat(200));
        }
    }

    @Test
    void terminalFunctionsOfWatchedStreamsAreAnalysed() {
        QueryWatch queries = new QueryWatch(Optional.of(Duration.ofHours(1)));
        FileGuard guard = new FileGuard(Path.of("some.snapshot"), () -> false);
        List<String> reasons = new ArrayList<>();
        Supplier<Stream<Film>> watched = () -> queries.watched(
                "film", guard.guarded(EntityStream.of(FILMS, false, (_, _, reason, _) -> reasons.add(reason))));

        assertThat(watched.get().anyMatch(film -> film.getFilmId() > 0)).isTrue();
        assertThat(watched.get().max(Comparator.comparing(Film::getFilmId))).isPresent();
        assertThat(watched.get().mapToInt(film -> film.getFilmId() * 2).reduce(0, (a, b) -> a + b))
                .isPositive();
        assertThat(reasons).isEmpty();
    }
}
