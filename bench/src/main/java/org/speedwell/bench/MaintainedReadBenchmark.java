package org.speedwell.bench;

import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;

/**
 * A read of a maintained count, and an ordinary query, while the store maintains no other queries or a thousand. No
 * database.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 3, jvmArgsAppend = "-Xmx2g")
@NullUnmarked // JMH sets the fields before anything reads them
public class MaintainedReadBenchmark {
    private static final Predicate<Film> PG13 = Film.RATING.equal(Rating.PG13);

    @Param("1000000")
    int rows;

    /** The number of other maintained queries. */
    @Param({"0", "1000"})
    int queries;

    private MaintainedFilms films;
    private FilmManager manager;
    private MaintainedQuery<Long> maintained;

    @Setup(Level.Trial)
    public void start() {
        films = new MaintainedFilms(rows, queries);
        manager = films.manager();
        maintained = films.maintain(
                stream -> stream.filter(Film.LENGTH.greaterThan(60)).count());
        films.check();
        PollutedProfile.run(manager);
    }

    @TearDown(Level.Trial)
    public void stop() {
        films.close();
    }

    /** Reads the maintained count. */
    @Benchmark
    public Long get() {
        return maintained.get();
    }

    /** Counts films by an index, as applications without maintained queries do. */
    @Benchmark
    public long filterAndCount() {
        return manager.stream().filter(PG13).count();
    }
}
