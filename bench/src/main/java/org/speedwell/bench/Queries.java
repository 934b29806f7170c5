package org.speedwell.bench;

import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingBy;

import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;

/** The queries of the reference article, and a few more of other shapes. */
final class Queries {
    private Queries() {}

    /** Counts the films with the rating PG-13. */
    static long filterAndCount(FilmManager films) {
        return films.stream().filter(Film.RATING.equal(Rating.PG13)).count();
    }

    /** Returns statistics of the rental durations of five films, from the 746th longest on. */
    static IntSummaryStatistics complex(FilmManager films) {
        return films.stream()
                .sorted(Film.LENGTH.reversed())
                .skip(745)
                .limit(5)
                .mapToInt(Film.RENTAL_DURATION.asInt())
                .summaryStatistics();
    }

    /** Returns the lengths of the films that {@link #complex} reads. */
    static List<Integer> lengths(FilmManager films) {
        return films.stream()
                .sorted(Film.LENGTH.reversed())
                .skip(745)
                .limit(5)
                .map(film -> film.getLength().orElseThrow())
                .toList();
    }

    /** Counts the films that are longer than a number of minutes. */
    static long longerThan(FilmManager films, int minutes) {
        return films.stream().filter(Film.LENGTH.greaterThan(minutes)).count();
    }

    /** Counts the films that were released after a year. */
    static long releasedAfter(Stream<Film> films, int year) {
        return films.filter(Film.RELEASE_YEAR.greaterThan(year)).count();
    }

    /** Counts the films by rating. */
    static Map<Rating, Long> perRating(FilmManager films) {
        return films.stream().collect(groupingBy(Film.RATING, counting()));
    }

    /** Returns the film with a primary key, or null. */
    static @Nullable Film byKey(FilmManager films, int id) {
        return films.stream().filter(Film.FILM_ID.equal(id)).findFirst().orElse(null);
    }
}
