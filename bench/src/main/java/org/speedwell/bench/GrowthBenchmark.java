package org.speedwell.bench;

import java.util.IntSummaryStatistics;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;
import org.speedwell.schema.Progress;

/** The article's queries and a few more from memory, at growing numbers of films. No database. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1)
@NullUnmarked // JMH sets the fields before anything reads them
public class GrowthBenchmark {
    private static final int OPERANDS = 1 << 10;

    @Param({"1000", "1000000"})
    int rows;

    private SyntheticApp synthetic;
    private FilmManager films;
    private int[] minutes;
    private int[] ids;
    private int next;

    @Setup(Level.Trial)
    public void start() {
        synthetic = SyntheticApp.of(SyntheticFilms.of(rows, false).build(rows, _ -> true, Progress.none()));
        films = synthetic.manager(FilmManager.class);
        SplittableRandom random = new SplittableRandom(1);
        minutes = random.ints(OPERANDS, 46, 186).toArray();
        ids = random.ints(OPERANDS, 1, rows + 1).toArray();
        PollutedProfile.run(films);
    }

    @TearDown(Level.Trial)
    public void stop() {
        synthetic.close();
    }

    /** The predicate of an enum field asks each constant: making it takes most of the time. */
    @Benchmark
    public long filterAndCount() {
        return Queries.filterAndCount(films);
    }

    /** The same with the predicate made once. */
    @Benchmark
    public long filterAndCountKept() {
        return films.stream().filter(PG13).count();
    }

    private static final java.util.function.Predicate<Film> PG13 = Film.RATING.equal(Rating.PG13);

    @Benchmark
    public IntSummaryStatistics complex() {
        return Queries.complex(films);
    }

    @Benchmark
    public long rangeCount() {
        return Queries.longerThan(films, minutes[next++ & (OPERANDS - 1)]);
    }

    @Benchmark
    public @Nullable Film keyLookUp() {
        return Queries.byKey(films, ids[next++ & (OPERANDS - 1)]);
    }

    @Benchmark
    public long streamCount() {
        return films.stream().count();
    }
}
