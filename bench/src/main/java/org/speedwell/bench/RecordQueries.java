package org.speedwell.bench;

import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingByKey;

import com.mysql.cj.jdbc.MysqlDataSource;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.schema.Database;

/** The queries of {@link Queries} with lambdas over records. */
@SuppressWarnings("NullAway") // Sakila has no films without length or rating
final class RecordQueries {
    private RecordQueries() {}

    /** A row of the table of films. */
    record Film(
            int filmId,
            String title,
            @Nullable String rating,
            @Nullable Integer length,
            short rentalDuration) {}

    /** Loads the films of Sakila at scale 1. */
    static MemoryStore load(Database database) {
        MysqlDataSource dataSource = new MysqlDataSource();
        dataSource.setUrl(database.url(Contender.schema(database, 1)));
        dataSource.setUser(database.user());
        dataSource.setPassword(database.password());
        return MemoryStore.builder(dataSource).table(Film.class).open();
    }

    /** Counts the films with the rating PG-13. */
    static long filterAndCount(Stream<Film> films) {
        return films.filter(film -> "PG-13".equals(film.rating())).count();
    }

    /** Returns statistics of the rental durations of five films, from the 746th longest on. */
    static IntSummaryStatistics complex(Stream<Film> films) {
        return films.sorted(Comparator.comparing(Film::length).reversed())
                .skip(745)
                .limit(5)
                .mapToInt(Film::rentalDuration)
                .summaryStatistics();
    }

    /** Returns the lengths of the films that {@link #complex} reads. */
    static List<Integer> lengths(Stream<Film> films) {
        return films.sorted(Comparator.comparing(Film::length).reversed())
                .skip(745)
                .limit(5)
                .map(Film::length)
                .toList();
    }

    /** Counts the films that are longer than a number of minutes. */
    static long longerThan(Stream<Film> films, int minutes) {
        return films.filter(film -> film.length() != null && film.length() > minutes)
                .count();
    }

    /** Counts the films by rating. */
    static Map<String, Long> perRating(Stream<Film> films) {
        return films.collect(groupingByKey(Film::rating, counting()));
    }

    /** Returns the film with a primary key, or null. */
    static @Nullable Film byKey(Stream<Film> films, int id) {
        return films.filter(film -> film.filmId() == id).findFirst().orElse(null);
    }
}
