package org.speedwell.bench;

import com.speedment.runtime.field.Field;
import java.util.IntSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
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
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;
import org.speedwell.schema.Progress;

/**
 * The queries of the article and a few more, from memory, at growing numbers of films. No database. The preset
 * {@code growth} runs all queries of one size in the same JVM, so that it builds the films once.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1)
@NullUnmarked // JMH sets the fields before anything reads them
public class GrowthBenchmark {
    private static final int OPERANDS = 1 << 10;
    private static final Predicate<Film> PG13 = Film.RATING.equal(Rating.PG13);

    /** The columns with an index. Queries search by them. */
    private static final Set<Field<Film>> INDEXED =
            Set.of(Film.FILM_ID, Film.LENGTH, Film.RATING, Film.RENTAL_DURATION, Film.RENTAL_RATE, Film.LAST_UPDATE);

    /** The application of this JVM, kept for the next benchmark. */
    private static @Nullable SyntheticApp kept;

    private static int keptRows;

    @Param({"1000", "1000000"})
    int rows;

    private FilmManager films;

    /** Random operands, with a position for each thread. */
    @State(Scope.Thread)
    public static class Operands {
        private int[] minutes;
        private int[] ids;
        private int next;

        @Setup(Level.Trial)
        public void make(GrowthBenchmark benchmark) {
            SplittableRandom random = new SplittableRandom(1);
            minutes = random.ints(OPERANDS, 46, 186).toArray();
            ids = random.ints(OPERANDS, 1, benchmark.rows + 1).toArray();
        }

        int minutes() {
            return minutes[next++ & (OPERANDS - 1)];
        }

        int id() {
            return ids[next++ & (OPERANDS - 1)];
        }
    }

    @Setup(Level.Trial)
    public void start() {
        films = films(rows);
    }

    private static synchronized FilmManager films(int rows) {
        SyntheticApp app = kept;
        if (app == null || keptRows != rows) {
            if (app != null) {
                app.close();
            }
            app = SyntheticApp.of(SyntheticFilms.of(rows, false).build(rows, INDEXED::contains, Progress.console()));
            PollutedProfile.run(app.manager(FilmManager.class));
            kept = app;
            keptRows = rows;
        }
        return app.manager(FilmManager.class);
    }

    /** Counts films. The measured time includes the creation of the predicate. */
    @Benchmark
    public long filterAndCount() {
        return Queries.filterAndCount(films);
    }

    /** Counts the same films with a predicate that is created once. */
    @Benchmark
    public long filterAndCountKept() {
        return films.stream().filter(PG13).count();
    }

    @Benchmark
    public IntSummaryStatistics complex() {
        return Queries.complex(films);
    }

    @Benchmark
    public long rangeCount(Operands operands) {
        return Queries.longerThan(films, operands.minutes());
    }

    @Benchmark
    public @Nullable Film keyLookUp(Operands operands) {
        return Queries.byKey(films, operands.id());
    }

    @Benchmark
    public long streamCount() {
        return films.stream().count();
    }

    /** Scans a column without an index, with one byte per row. */
    @Benchmark
    public long scan() {
        return Queries.releasedAfter(films.stream(), 2000);
    }

    @Benchmark
    public long parallelScan() {
        return Queries.releasedAfter(films.stream().parallel(), 2000);
    }

    @Benchmark
    public Map<Rating, Long> groupBy() {
        return Queries.perRating(films);
    }
}
