package org.speedwell.bench;

import com.speedment.runtime.field.Field;
import java.util.IntSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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

/**
 * Queries of three tables of films: one that never changed, one that changed before, and one that changes during the
 * queries. No database.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx4g")
@NullUnmarked // JMH sets the fields before anything reads them
public class ChangedTableBenchmark {
    private static final int OPERANDS = 1 << 10;
    private static final Set<Field<Film>> CHANGING =
            Set.of(Film.LENGTH, Film.RATING, Film.RENTAL_DURATION, Film.RENTAL_RATE, Film.RELEASE_YEAR);

    /** One of this number of rows changes before the measurement. */
    private static final int ONE_OF = 100;

    private static final int VERSIONS = 10;

    /** The number of rows that each version changes while the queries run. */
    private static final int ROWS_A_VERSION = 100;

    private static final long VERSION_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** The changes of the table. */
    public enum Changes {
        none,
        before,
        meanwhile
    }

    @Param({"1000000", "10000000"})
    int rows;

    @Param
    Changes changes;

    private ChangingFilms films;
    private FilmManager manager;
    private Thread writer;
    private volatile boolean stopped;

    /** Random operands, with a position for each thread. */
    @State(Scope.Thread)
    public static class Operands {
        private int[] ids;
        private int next;

        @Setup(Level.Trial)
        public void make(ChangedTableBenchmark benchmark) {
            ids = new SplittableRandom(2).ints(OPERANDS, 1, benchmark.rows + 1).toArray();
        }

        int next() {
            return ids[next++ & (OPERANDS - 1)];
        }
    }

    @Setup(Level.Trial)
    public void start() {
        films = new ChangingFilms(rows, CHANGING);
        manager = films.manager();
        PollutedProfile.run(manager);
        if (changes != Changes.none) {
            for (int i = 0; i < VERSIONS; i++) {
                films.change(rows / ONE_OF / VERSIONS);
            }
        }
        if (changes == Changes.meanwhile) {
            writer = Thread.ofPlatform().start(() -> {
                while (!stopped) {
                    long next = System.nanoTime() + VERSION_NANOS;
                    films.change(ROWS_A_VERSION);
                    LockSupport.parkNanos(next - System.nanoTime());
                }
            });
        }
    }

    @TearDown(Level.Trial)
    public void stop() throws InterruptedException {
        stopped = true;
        if (writer != null) {
            writer.join();
        }
        films.close();
    }

    @Benchmark
    public long count(Operands operands) {
        return Queries.longerThan(manager, 46 + operands.next() % 140);
    }

    @Benchmark
    public IntSummaryStatistics complex() {
        return Queries.complex(manager);
    }

    /** Reads a window at a random position in the order of an index. */
    @Benchmark
    public IntSummaryStatistics window(Operands operands) {
        return manager.stream()
                .sorted(Film.LENGTH)
                .skip(operands.next() - 1)
                .limit(50)
                .mapToInt(Film.RENTAL_DURATION.asInt())
                .summaryStatistics();
    }

    @Benchmark
    public @Nullable Film lookUp(Operands operands) {
        return Queries.byKey(manager, operands.next());
    }

    /** Tests one by one the rows that an index finds. */
    @Benchmark
    public long tested() {
        return manager.stream()
                .filter(Film.LENGTH.equal(100))
                .filter(Film.RELEASE_YEAR.greaterThan(2000))
                .count();
    }

    /** Scans a column without an index. */
    @Benchmark
    public long scan() {
        return Queries.releasedAfter(manager.stream(), 2000);
    }

    @Benchmark
    public Map<Rating, Long> groupBy() {
        return Queries.perRating(manager);
    }
}
