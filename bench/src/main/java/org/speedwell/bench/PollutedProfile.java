package org.speedwell.bench;

import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.function.ToLongFunction;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;

/**
 * Twelve query shapes, run until they are compiled. They give the JIT compiler a realistic profile. An application runs
 * many kinds of queries, while a benchmark runs only one, for which the compiler would specialise the code.
 */
final class PollutedProfile {
    private static final int ROUNDS = 20_000;
    private static final int ROUNDS_OF_SCANS = 200;

    private static final List<ToLongFunction<FilmManager>> SHAPES = List.of(
            films -> films.stream().filter(Film.LENGTH.between(60, 90)).count(),
            films -> films.stream().filter(Film.FILM_ID.equal(17)).count(),
            films -> films.stream()
                    .filter(Film.RENTAL_DURATION.greaterThan((short) 4))
                    .count(),
            films -> films.stream()
                    .filter(Film.RENTAL_RATE.lessThan(new BigDecimal("3")))
                    .count(),
            films -> films.stream().filter(Film.RATING.notEqual(Rating.G)).count(),
            films -> films.stream().filter(Film.LENGTH.isNull()).count(),
            films -> films.stream()
                    .filter(Film.LAST_UPDATE.lessThan(Timestamp.from(Instant.EPOCH)))
                    .count(),
            films -> films.stream().filter(Film.LENGTH.in(50, 60, 70)).count(),
            films -> films.stream()
                    .sorted(Film.RATING)
                    .skip(10)
                    .limit(3)
                    .mapToInt(Film.FILM_ID)
                    .sum(),
            films -> films.stream()
                    .sorted(Film.RENTAL_RATE.reversed())
                    .limit(3)
                    .mapToLong(Film.FILM_ID.asLong())
                    .sum());

    private static final List<ToLongFunction<FilmManager>> SCANS = List.of(
            films -> films.stream()
                    .filter(Film.LENGTH.greaterThan(100).and(Film.RENTAL_DURATION.equal((short) 3)))
                    .count(),
            films -> films.stream()
                    .limit(50)
                    .filter(film -> film.getFilmId() % 2 == 0)
                    .count());

    private PollutedProfile() {}

    static long run(FilmManager films) {
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            for (ToLongFunction<FilmManager> shape : SHAPES) {
                sum += shape.applyAsLong(films);
            }
            if (i < ROUNDS_OF_SCANS && films.stream().count() <= 1_000_000) {
                for (ToLongFunction<FilmManager> shape : SCANS) {
                    sum += shape.applyAsLong(films);
                }
            }
        }
        return sum;
    }
}
