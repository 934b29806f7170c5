package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;
import static org.speedwell.accelerator.stream.NoEntityTest.SCANNED;
import static org.speedwell.accelerator.stream.NoEntityTest.TABLE;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;

/** The queries of the hot path and some that take its slow paths. Each is a method, as a user would write it. */
final class HotQueries {
    /** The fast queries in a fixed order, because earlier compilations influence later ones. */
    static final Map<String, Runnable> FAST = new TreeMap<>(Map.of(
            "count", HotQueries::count,
            "countOfEnum", HotQueries::countOfEnum,
            "entity", HotQueries::entity,
            "first", HotQueries::first,
            "window", HotQueries::window));

    static final Map<String, Runnable> SLOW = new TreeMap<>(Map.of(
            "slowCount", HotQueries::slowCount,
            "slowFirst", HotQueries::slowFirst,
            "slowRange", HotQueries::slowRange));

    /** A constant, because Speedment builds a list of all constants for each predicate on an enum. */
    private static final Predicate<Film> IS_PG13 = Film.RATING.equal(Rating.PG13);

    private static final int SEVENTH = rowOfSeven();

    /** A sink for results. It prevents the compiler from dropping them. */
    static long number;

    static @Nullable Object object;

    private HotQueries() {}

    private static int rowOfSeven() {
        SortedIndex index = requireNonNull(TABLE.index(TABLE.indexOf(Film.FILM_ID.identifier())));
        return index.row(index.below(7));
    }

    static void count() {
        number += EntityStream.of(TABLE, false)
                .filter(Film.LENGTH.greaterThan(60))
                .count();
    }

    static void countOfEnum() {
        number += EntityStream.of(TABLE, false).filter(IS_PG13).count();
    }

    static void first() {
        object = EntityStream.of(TABLE, false).filter(Film.FILM_ID.equal(7)).findFirst();
    }

    static void window() {
        number += EntityStream.of(TABLE, false)
                .sorted(Film.LENGTH.reversed())
                .skip(745)
                .limit(5)
                .mapToInt(Film.RENTAL_DURATION.asInt())
                .summaryStatistics()
                .getSum();
    }

    /** Creates the result of {@link #first} and nothing else. */
    static void entity() {
        object = Optional.of(TABLE.entity(SEVENTH));
    }

    static void slowCount() {
        number +=
                EntityStream.of(TABLE, false).filter(Film.TITLE.startsWith("A")).count();
    }

    static void slowFirst() {
        object =
                EntityStream.of(TABLE, false).filter(Film.TITLE.startsWith("A")).findFirst();
    }

    static void slowRange() {
        number += EntityStream.of(SCANNED, false)
                .filter(Film.LENGTH.greaterThan(60))
                .count();
    }
}
