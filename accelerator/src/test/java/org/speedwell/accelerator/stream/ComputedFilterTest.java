package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.speedwell.accelerator.query.Expressions.compare;
import static org.speedwell.accelerator.query.Expressions.length;

import com.speedment.runtime.core.Speedment;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;

/**
 * Filters with computed conditions, compared with a plain list: their rows, their exceptions, and that they read
 * blocks.
 */
@Tag("oracle")
class ComputedFilterTest {
    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());
    private static final int[] SIZES = {0, 1, 64, 4_097};

    @AfterAll
    static void close() {
        APP.stop();
    }

    private interface Filtered extends Function<Stream<Film>, Stream<Film>> {}

    /** Returns conditions that cannot throw. */
    private static List<Filtered> total(long captured) {
        List<Filtered> all = new ArrayList<>();
        all.add(s -> s.filter(f -> f.getFilmId() * 3L + f.getLanguageId() > 9_000));
        all.add(s -> s.filter(f -> f.getFilmId() * 3 + f.getLanguageId() != captured));
        all.add(s -> s.filter(f -> (f.getFilmId() ^ f.getLanguageId()) % 3 == 0));
        all.add(s -> s.filter(f -> f.getFilmId() / 2 <= f.getLanguageId() * 7));
        all.add(s -> s.filter(f -> f.getLanguageId() != 0 && f.getFilmId() / f.getLanguageId() < 50));
        all.add(s -> s.filter(f -> f.getFilmId() < 300 && f.getFilmId() * 5 + f.getRentalDuration() >= captured));
        all.add(s -> s.filter(f ->
                f.getFilmId() * 3 > f.getRentalDuration() * 2_000 || f.getLanguageId() * 3 < f.getRentalDuration()));
        all.add(s ->
                s.filter(f -> !(f.getFilmId() + f.getLanguageId() < 500 && f.getRentalDuration() + f.getFilmId() > 9)));
        all.add(s -> s.filter(f -> f.getFilmId() * 0.5 > f.getRentalDuration()));
        all.add(s -> s.filter(f -> (f.getFilmId() + 0.25f) * f.getLanguageId() <= 900.5f));
        all.add(s -> s.filter(f -> f.getLength().orElse(0) * 2 + f.getFilmId() > captured));
        all.add(s -> s.filter(f -> f.getLength().isPresent() && f.getLength().getAsInt() * 3 < f.getFilmId()));
        all.add(s -> s.filter(f -> !f.getLength().isPresent() || f.getLength().getAsInt() - f.getFilmId() > 0));
        all.add(s -> s.filter(f -> (f.getFilmId() > 500 ? f.getLanguageId() : f.getRentalDuration()) * 2 > 9));
        all.add(s -> s.filter(compare(Film.FILM_ID.asLong().multiply(3).plus(Film.LANGUAGE_ID.asLong()))
                .greaterThan(9_000L)));
        all.add(s -> s.filter(Film.FILM_ID.lessThan(2_000))
                .filter(compare(Film.FILM_ID.asInt().plus(Film.LENGTH.asInt().orElse(0)))
                        .between(20, 900)));
        all.add(s -> s.filter(compare(Film.FILM_ID.asDouble().divide(7)).lessThan(99.5)));
        return all;
    }

    /** Returns conditions that throw for some rows. */
    private static List<Filtered> partial() {
        List<Filtered> all = new ArrayList<>();
        all.add(s -> s.filter(f -> 900 / (f.getFilmId() % 4_000) + f.getLanguageId() > 3));
        all.add(s -> s.filter(f -> f.getFilmId() > 10 && f.getFilmId() / (f.getLanguageId() - 5) > 3));
        all.add(s -> s.filter(f -> f.getLength().getAsInt() + f.getFilmId() > 300));
        all.add(s -> s.filter(f -> f.getTitle().length() * 100 > f.getFilmId()));
        all.add(s -> s.filter(f -> f.getTitle().charAt(3) + f.getFilmId() > 300));
        all.add(s -> s.filter(f -> Math.addExact(f.getFilmId() * 1_000_000, f.getLanguageId()) > 0));
        all.add(s -> s.filter(f -> f.getRating().get() == Rating.PG || f.getFilmId() * 2 > 99));
        return all;
    }

    private static Object outcome(Function<Stream<Film>, Object> end, Filtered filtered, Stream<Film> films) {
        try {
            return end.apply(filtered.apply(films));
        } catch (RuntimeException e) {
            return e.getClass();
        }
    }

    private static List<Function<Stream<Film>, Object>> ends() {
        return List.of(
                Stream::count,
                Stream::toList,
                Stream::findFirst,
                s -> s.limit(3).toList(),
                s -> s.skip(70).limit(3).toList(),
                s -> s.mapToInt(Film::getFilmId).sum(),
                s -> s.map(Film::getRentalRate).reduce(BigDecimal.ZERO, BigDecimal::add),
                s -> s.filter(f -> f.getFilmId() > 40).anyMatch(f -> f.getFilmId() * 2 > f.getLanguageId()));
    }

    @Test
    void filtersSelectTheRowsOfTheList() {
        for (int size : SIZES) {
            List<Film> list = SakilaFilms.list(APP, size, size, 20);
            for (boolean isIndexed : new boolean[] {true, false}) {
                TableStore<Film> table = SakilaFilms.of(APP, list, new EntityTable.Layout(isIndexed, 10, false))
                        .table();
                List<Film> films = EntityStream.of(table, false).toList();
                List<Filtered> all = new ArrayList<>(total(size));
                all.addAll(partial());
                for (int i = 0; i < all.size(); i++) {
                    for (Function<Stream<Film>, Object> end : ends()) {
                        Object expected = outcome(end, all.get(i), films.stream());
                        assertThat(outcome(end, all.get(i), EntityStream.of(table, false)))
                                .as("condition %d of %d rows", i, size)
                                .isEqualTo(expected);
                        if (i < total(size).size()) { // otherwise any row that throws may be first
                            assertThat(outcome(end, all.get(i), EntityStream.of(table, true)))
                                    .as("condition %d of %d rows, in parallel", i, size)
                                    .isEqualTo(expected);
                        }
                    }
                }
            }
        }
    }

    @Test
    void conditionsThatCannotThrowAreScanned() {
        TableStore<Film> table = SakilaFilms.of(
                        APP, SakilaFilms.list(APP, 5, 9_000, 20), new EntityTable.Layout(true, 10, false))
                .table();
        List<Filtered> all = total(400);
        for (int i = 0; i < all.size(); i++) {
            assertThat(steps(table, all.get(i))).as("condition %d", i).noneMatch(step -> step.contains("row by row"));
        }
        for (Filtered partial : partial()) {
            assertThat(steps(table, partial)).anyMatch(step -> step.contains("row by row"));
        }
        assertThat(steps(table, s -> s.filter(f -> f.getFilmId() * 3L + f.getLanguageId() > 9_000)))
                .anyMatch(step ->
                        step.contains("filter ((film_id * 3) + language_id) > 9000 → scan of film_id, language_id"));
    }

    private static List<String> steps(TableStore<Film> table, Filtered filtered) {
        ExecutionTrace trace = new ExecutionTrace();
        Object unused = outcome(Stream::count, filtered, EntityStream.traced(table, trace, FallbackListener.SILENT));
        assertThat(unused).isNotNull();
        List<String> steps = new ArrayList<>();
        collect(requireNonNull(trace.tree()), steps);
        return steps;
    }

    private static void collect(ExecutionTrace.Ran ran, List<String> steps) {
        steps.add(ran.what());
        ran.inputs().forEach(input -> collect(input, steps));
    }

    @Test
    void methodsOfValuesAreComputed() {
        List<Film> list = SakilaFilms.list(APP, 9, 5_000, 0);
        TableStore<Film> table = SakilaFilms.of(APP, list, new EntityTable.Layout(true, 10, false))
                .table();
        Filtered lengths = s -> s.filter(f -> f.getTitle().length() * 500 > f.getFilmId());
        Filtered expressions = s -> s.filter(compare(length(Film.TITLE)).greaterThan(9));
        for (Filtered filtered : List.of(lengths, expressions)) {
            assertThat(filtered.apply(EntityStream.of(table, false)).count())
                    .isEqualTo(filtered.apply(list.stream()).count());
            assertThat(steps(table, filtered)).noneMatch(step -> step.contains("row by row"));
        }
    }
}
