package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.speedwell.accelerator.query.ColumnCollectors.averagingDouble;
import static org.speedwell.accelerator.query.ColumnCollectors.averagingInt;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.filtering;
import static org.speedwell.accelerator.query.ColumnCollectors.greatest;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingBy;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingByKey;
import static org.speedwell.accelerator.query.ColumnCollectors.mapping;
import static org.speedwell.accelerator.query.ColumnCollectors.mappingValue;
import static org.speedwell.accelerator.query.ColumnCollectors.maximum;
import static org.speedwell.accelerator.query.ColumnCollectors.median;
import static org.speedwell.accelerator.query.ColumnCollectors.minimum;
import static org.speedwell.accelerator.query.ColumnCollectors.partitioningBy;
import static org.speedwell.accelerator.query.ColumnCollectors.percentile;
import static org.speedwell.accelerator.query.ColumnCollectors.populationVariance;
import static org.speedwell.accelerator.query.ColumnCollectors.sampleVariance;
import static org.speedwell.accelerator.query.ColumnCollectors.summarizingDouble;
import static org.speedwell.accelerator.query.ColumnCollectors.summarizingInt;
import static org.speedwell.accelerator.query.ColumnCollectors.summarizingLong;
import static org.speedwell.accelerator.query.ColumnCollectors.summingDouble;
import static org.speedwell.accelerator.query.ColumnCollectors.summingInt;
import static org.speedwell.accelerator.query.ColumnCollectors.summingLong;

import com.speedment.runtime.core.Speedment;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.SakilaApplicationBuilder;

/**
 * Lambdas in column collectors. A lambda that Speedwell reads creates no entity; an opaque one reports the reason. All
 * results equal those of a list.
 */
@Tag("oracle")
class CollectorLambdaTest {
    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());
    private static final SakilaFilms FILMS = SakilaFilms.random(APP, 23, 9_000, 20);
    private static final SakilaFilms NONE = SakilaFilms.random(APP, 23, 0, 20);

    private static final Collector<Film, ?, Long> CONSTANT = summingLong(film -> film.getFilmId() * 7L);

    @AfterAll
    static void stop() {
        APP.stop();
    }

    private static int decade(Film film) {
        return film.getFilmId() / 10 + COUNTER.size();
    }

    private static final List<String> COUNTER = new ArrayList<>();

    private record Answer(@Nullable Object value, List<String> reasons, long entities, List<String> functions) {}

    private static Answer answer(SakilaFilms of, Function<Stream<Film>, @Nullable Object> pipeline, boolean parallel) {
        ExecutionTrace trace = new ExecutionTrace();
        List<String> reasons = new ArrayList<>();
        FallbackListener fallbacks = (_, operation, reason, _) -> reasons.add(operation + ": " + reason);
        Stream<Film> films = EntityStream.traced(of.table(), trace, fallbacks);
        Object value = pipeline.apply(parallel ? films.parallel() : films);
        return new Answer(value, reasons, trace.entities(), trace.functions());
    }

    private static @Nullable Object comparable(@Nullable Object value) {
        return value != null && value.getClass().getSimpleName().endsWith("Statistics") ? value.toString() : value;
    }

    private static void assertOnColumns(Function<Stream<Film>, @Nullable Object> pipeline) {
        for (SakilaFilms of : List.of(FILMS, NONE)) {
            Object expected = comparable(pipeline.apply(of.list().stream()));
            for (boolean parallel : new boolean[] {false, true}) {
                Answer answer = answer(of, pipeline, parallel);
                assertThat(comparable(answer.value)).isEqualTo(expected);
                assertThat(answer.reasons).isEmpty();
                assertThat(answer.entities).isZero();
                assertThat(answer.functions).isNotEmpty();
            }
        }
    }

    private static void assertOpaque(String reason, Function<Stream<Film>, @Nullable Object> pipeline) {
        Answer answer = answer(FILMS, pipeline, false);
        assertThat(answer.value).isEqualTo(pipeline.apply(FILMS.list().stream()));
        assertThat(answer.reasons).singleElement().asString().startsWith("collect: uses a function that " + reason);
        assertThat(answer.functions).isEmpty();
    }

    @Test
    void everyAggregateTakesALambda() {
        int captured = 3;
        assertOnColumns(films -> films.collect(summingInt(film -> film.getFilmId() * captured)));
        assertOnColumns(films -> films.collect(summingLong(film -> film.getFilmId() * 3L)));
        assertOnColumns(films -> films.collect(summingLong(Film::getFilmId)));
        assertOnColumns(films -> films.collect(summingDouble(film -> film.getFilmId() / 4.0)));
        assertOnColumns(
                films -> films.collect(averagingInt(film -> film.getLength().orElse(7))));
        assertOnColumns(films -> films.collect(averagingDouble(film -> film.getFilmId() * 0.1)));
        assertOnColumns(films -> films.collect(summarizingInt(film -> film.getFilmId() % 7)));
        assertOnColumns(films -> films.collect(summarizingLong(film -> film.getFilmId() + 1L)));
        assertOnColumns(films -> films.collect(summarizingDouble(film -> film.getFilmId() + 0.5)));
        assertOnColumns(films -> films.collect(median(film -> film.getFilmId() * 2)));
        assertOnColumns(films -> films.collect(percentile(film -> film.getFilmId() % 100, 0.9)));
        assertOnColumns(films -> films.collect(populationVariance(film -> film.getFilmId() / 3)));
        assertOnColumns(films -> films.collect(sampleVariance(film -> film.getFilmId() / 3)));
        assertOnColumns(films -> films.collect(minimum((Film film) -> film.getFilmId() * 2)));
        assertOnColumns(films -> films.collect(maximum((Film film) -> film.getFilmId() * 2L)));
        assertOnColumns(films -> films.collect(
                mapping((Film film) -> (film.getTitle() == null ? "-" : film.getTitle()), Collectors.toSet())));
        assertOnColumns(films -> films.collect(mappingValue(film -> film.getFilmId() % 9, Collectors.toSet())));
        assertOnColumns(films -> films.collect(mappingValue(Film::getRating, Collectors.toList())));
        assertOnColumns(films -> films.collect(filtering(film -> film.getFilmId() > captured, counting())));
        assertOnColumns(films -> films.collect(partitioningBy(film -> film.getFilmId() % 2 == 0, counting())));
        assertOnColumns(films -> films.collect(CONSTANT));
        assertOnColumns(films -> {
            ToLongFunction<Film> local = film -> film.getFilmId() * 5L;
            return films.collect(summingLong(local));
        });
    }

    @Test
    void lambdasCanBeKeys() {
        assertOnColumns(films ->
                films.collect(groupingByKey(film -> film.getFilmId() / 2, summingLong(film -> film.getFilmId() * 3L))));
        assertOnColumns(films -> films.collect(groupingByKey(Film::getRentalDuration, TreeMap::new, counting())));
        assertOnColumns(films ->
                films.collect(groupingByKey(Film::getRating, counting())).size());
        assertOnColumns(films -> films.collect(groupingByKey(
                film -> (film.getTitle() == null ? "" : film.getTitle()).length(),
                TreeMap::new,
                summingInt(Film.FILM_ID))));
        assertOnColumns(films -> films.collect(groupingBy((Film film) -> film.getFilmId() % 5, counting())));
        assertOnColumns(films -> films.collect(
                greatest(3, groupingByKey((Film film) -> film.getFilmId() % 50, summingInt(Film::getFilmId)))));
        assertOnColumns(films -> films.filter(film -> film.getFilmId() > 9)
                .collect(groupingByKey(film -> film.getFilmId() % 3, median(film -> film.getFilmId()))));
        assertOnColumns(films -> films.sorted(Film.TITLE)
                .skip(5)
                .limit(100)
                .collect(groupingByKey(film -> film.getFilmId() % 3, median(film -> film.getFilmId()))));
    }

    record Summary(
            int ones,
            @Nullable Object rating,
            long films,
            @Nullable Double median,
            int greatest) {}

    @Test
    void aggregationTakesLambdas() {
        assertOnColumns(films -> films.collect(Aggregation.<Film>byKey(film -> film.getFilmId() % 10)
                .byKey(film -> film.getRating().orElse(null))
                .with(counting(), median(film -> film.getFilmId() * 2), maximum((Film film) -> film.getFilmId() + 1))
                .into(Summary.class)));
        assertOnColumns(films -> films.collect(Aggregation.<Film>byKey(film -> film.getFilmId() % 10)
                .by(Film.RATING)
                .with(counting(), median(film -> film.getFilmId() * 2), maximum((Film film) -> film.getFilmId() + 1))
                .into(Summary.class)));
    }

    @Test
    void opaqueLambdasAreCalledAndReported() {
        assertOpaque("calls", films -> films.collect(groupingByKey(film -> decade(film), counting())));
        assertOpaque("calls", films -> films.collect(summingLong(film -> decade(film))));
        assertOpaque(
                "calls",
                films -> films.collect(groupingByKey(film -> film.getFilmId() % 3, summingInt(film -> decade(film)))));
        assertOpaque("reads", films -> films.collect(summingInt(film -> COUNTERS[0] + film.getFilmId())));
        ToLongFunction<Film> made = made(3);
        assertOpaque("was created elsewhere", films -> films.collect(summingLong(made)));
    }

    private static final int[] COUNTERS = {1};

    private static ToLongFunction<Film> made(int factor) {
        return film -> film.getFilmId() * (long) factor;
    }

    @Test
    void exceptionsOfLambdasArePassedOn() {
        for (Function<Stream<Film>, @Nullable Object> failing : List.<Function<Stream<Film>, @Nullable Object>>of(
                films -> films.collect(summingInt(film -> film.getLength().getAsInt())),
                films -> films.collect(summingInt(film -> 7 / (film.getFilmId() % 2))),
                films -> films.collect(groupingByKey(film -> 7 / (film.getFilmId() % 2), counting())),
                films -> films.collect(groupingByKey(
                        film -> film.getRating().orElse(null), summingInt(film -> 7 / film.getFilmId()))))) {
            Throwable expected = catchThrowable(() -> failing.apply(FILMS.list().stream()));
            assertThat(expected).isNotNull();
            assertThat(catchThrowable(() -> answer(FILMS, failing, false)))
                    .hasSameClassAs(expected)
                    .hasMessage(expected.getMessage());
        }
    }
}
