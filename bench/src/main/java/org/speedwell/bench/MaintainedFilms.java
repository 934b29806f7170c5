package org.speedwell.bench;

import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingBy;
import static org.speedwell.accelerator.query.ColumnCollectors.summingInt;

import com.speedment.runtime.field.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.incremental.Results;
import org.speedwell.accelerator.live.StandaloneQueries;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;

/**
 * Films that change at random, and different maintained queries over them. No database. One thread may change the
 * films.
 */
final class MaintainedFilms implements AutoCloseable {
    /** The columns that change. All queries depend on at least one of them. */
    static final Set<Field<Film>> CHANGING = Set.of(Film.LENGTH, Film.RATING, Film.RENTAL_DURATION);

    /** The number of versions before {@link #check} compares the results. */
    private static final int CHECKED_VERSIONS = 20;

    private static final int ROWS_A_VERSION = 50;

    /** The number of queries that differ only in their operands. */
    private static final int OPERANDS = 250;

    private static final int SHAPES = 4;
    private static final int SHORTEST = 46;
    private static final int LENGTHS = 125;

    private final ChangingFilms films;
    private final StandaloneQueries store;
    private final List<Kept<?>> queries = new ArrayList<>();

    /** A maintained query, and the function that it maintains. */
    private record Kept<R>(Function<Stream<Film>, R> function, MaintainedQuery<R> maintained) {
        void check(FilmManager films) {
            requireSame(function.apply(films.stream()), maintained.get());
        }
    }

    /**
     * Creates films, and maintains queries over them.
     *
     * @param queries the number of queries, at most 1,000
     */
    MaintainedFilms(int rows, int queries) {
        if (queries > SHAPES * OPERANDS) {
            throw new IllegalArgumentException("There are only " + SHAPES * OPERANDS + " different queries.");
        }
        this.films = new ChangingFilms(rows, CHANGING);
        this.store = new StandaloneQueries(films.app().versions());
        for (int i = 0; i < queries; i++) {
            maintain(different(i, rows));
        }
    }

    /** Returns one of the queries. All numbers below 1,000 give different queries. */
    private static Function<Stream<Film>, Object> different(int number, int rows) {
        int operand = number / SHAPES;
        int minutes = SHORTEST + operand % LENGTHS;
        boolean isLow = operand < LENGTHS;
        int id = (int) ((operand + 1L) * rows / OPERANDS);
        return switch (number % SHAPES) {
            case 0 ->
                films -> films.filter(Film.LENGTH.greaterThan(minutes))
                        .filter(Film.RATING.equal(isLow ? Rating.PG13 : Rating.R))
                        .count();
            case 1 ->
                films -> films.filter(Film.FILM_ID.lessOrEqual(id))
                        .mapToInt(Film.RENTAL_DURATION.asInt())
                        .sum();
            case 2 ->
                films -> films.filter(isLow ? Film.LENGTH.greaterThan(minutes) : Film.LENGTH.lessOrEqual(minutes))
                        .collect(groupingBy(Film.RATING, counting()));
            default ->
                films -> films.filter(isLow ? Film.LENGTH.greaterThan(minutes) : Film.LENGTH.lessOrEqual(minutes))
                        .collect(groupingBy(Film.RENTAL_DURATION, summingInt(Film.LANGUAGE_ID.asInt())));
        };
    }

    /** Starts to maintain another query. */
    <R> MaintainedQuery<R> maintain(Function<Stream<Film>, R> query) {
        MaintainedQuery<R> maintained = store.maintain(SpeedmentIds.of(FilmManager.IDENTIFIER), query);
        queries.add(new Kept<>(query, maintained));
        return maintained;
    }

    /**
     * Publishes some versions, and compares all results with those of streams over the last version.
     *
     * @throws IllegalStateException if two results differ
     */
    void check() {
        for (int i = 0; i < CHECKED_VERSIONS; i++) {
            films.change(ROWS_A_VERSION);
        }
        queries.forEach(query -> query.check(manager()));
    }

    static void requireSame(Object expected, Object actual) {
        if (!Results.isSame(expected, actual)) {
            throw new IllegalStateException(
                    "No measurement, because a stream gives " + expected + ", and the maintained query " + actual);
        }
    }

    FilmManager manager() {
        return films.manager();
    }

    /** Returns the films. */
    ChangingFilms films() {
        return films;
    }

    @Override
    public void close() {
        films.close();
    }
}
