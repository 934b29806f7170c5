package org.speedwell.bench;

import com.speedment.runtime.compute.ToLong;
import com.speedment.runtime.field.Field;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.speedwell.accelerator.query.ColumnCollectors;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;
import org.speedwell.schema.Progress;

/**
 * Lambdas and method references that the engine can read, compared with the equivalent fields; and one that it cannot
 * read. No database.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
@NullUnmarked // JMH sets the fields before anything reads them
public class PlainJavaBenchmark {
    private static final Set<Field<Film>> INDEXED = Set.of(Film.FILM_ID, Film.RATING, Film.LENGTH, Film.RENTAL_RATE);

    private static final ToLong<Film> ARITHMETIC =
            Film.FILM_ID.asLong().multiply(3).plus(Film.LANGUAGE_ID.asLong());

    @Param({"1000", "10000000"})
    int rows;

    private FilmManager films;

    /** The number that a lambda captures. The compiler does not treat it as a constant. */
    private int least;

    @Setup(Level.Trial)
    public void start() {
        films = SyntheticApp.of(SyntheticFilms.of(rows, true).build(rows, INDEXED::contains, Progress.console()))
                .manager(FilmManager.class);
        least = rows / 2;
        PollutedProfile.run(films);
        requireSame(ratingByField(), ratingByLambda());
        requireSame(greaterByField(), greaterByLambda());
        requireSame(greaterByField(), capturedByLambda());
        requireSame(bothByField(), bothByLambda());
        requireSame(ratesByField(), ratesByReference());
        requireSame(
                groupsByField(),
                groupsByReference().entrySet().stream()
                        .filter(entry -> entry.getKey().isPresent())
                        .collect(Collectors.toMap(entry -> entry.getKey().orElseThrow(), Map.Entry::getValue)));
        requireSame(opaqueOfWholeEntities(), opaque());
        requireSame(arithmeticByExpression(), arithmeticByLambda());
    }

    private static void requireSame(Object expected, Object actual) {
        if (!Objects.equals(expected, actual)) {
            throw new IllegalStateException("Fields give " + expected + ", plain Java " + actual);
        }
    }

    private static boolean isLong(Film film) {
        return film.getFilmId() % 2 == 0 && film.getLength().orElse(0) > 60;
    }

    boolean isLongFilm(Film film) {
        return isLong(film);
    }

    @Benchmark
    public long ratingByField() {
        return films.stream().filter(Film.RATING.equal(Rating.PG13)).count();
    }

    @Benchmark
    public long ratingByLambda() {
        return films.stream()
                .filter(f -> f.getRating().orElse(null) == Rating.PG13)
                .count();
    }

    @Benchmark
    public long greaterByField() {
        return films.stream().filter(Film.FILM_ID.greaterThan(rows / 2)).count();
    }

    /**
     * Compares with a constant, which is half of the number of rows. Each number of rows therefore has its own lambda.
     */
    @Benchmark
    public long greaterByLambda() {
        return rows == 1_000
                ? films.stream().filter(f -> f.getFilmId() > 500).count()
                : films.stream().filter(f -> f.getFilmId() > 5_000_000).count();
    }

    @Benchmark
    public long capturedByLambda() {
        int than = least;
        return films.stream().filter(f -> f.getFilmId() > than).count();
    }

    @Benchmark
    public long bothByField() {
        return films.stream()
                .filter(Film.RATING.equal(Rating.PG13).and(Film.LENGTH.greaterThan(120)))
                .count();
    }

    @Benchmark
    public long bothByLambda() {
        return films.stream()
                .filter(f -> f.getRating().orElse(null) == Rating.PG13
                        && f.getLength().orElse(0) > 120)
                .count();
    }

    @Benchmark
    public List<BigDecimal> ratesByField() {
        return films.stream().map(Film.RENTAL_RATE.getter()).distinct().sorted().toList();
    }

    @Benchmark
    public List<BigDecimal> ratesByReference() {
        return films.stream().map(Film::getRentalRate).distinct().sorted().toList();
    }

    @Benchmark
    public Map<Rating, Long> groupsByField() {
        return films.stream().collect(ColumnCollectors.groupingBy(Film.RATING, ColumnCollectors.counting()));
    }

    @Benchmark
    public Map<Optional<Rating>, Long> groupsByReference() {
        return films.stream().collect(Collectors.groupingBy(Film::getRating, Collectors.counting()));
    }

    @Benchmark
    public long arithmeticByExpression() {
        return films.stream().mapToLong(ARITHMETIC).sum();
    }

    @Benchmark
    public long arithmeticByLambda() {
        return films.stream()
                .mapToLong(f -> f.getFilmId() * 3L + f.getLanguageId())
                .sum();
    }

    @Benchmark
    public long opaque() {
        return films.stream().filter(f -> isLong(f)).count();
    }

    /** Calls a method with the whole entity, so the engine cannot know what the method reads. */
    @Benchmark
    public long opaqueOfWholeEntities() {
        return films.stream().filter(this::isLongFilm).count();
    }

    @Benchmark
    public List<Film> topByField() {
        return films.stream().sorted(Film.FILM_ID.reversed()).limit(10).toList();
    }

    @Benchmark
    public List<Film> topByReference() {
        return films.stream()
                .sorted(Comparator.comparing(Film::getFilmId).reversed())
                .limit(10)
                .toList();
    }
}
