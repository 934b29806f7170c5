package org.speedwell.bench;

import com.speedment.runtime.core.Speedment;
import java.util.IntSummaryStatistics;
import java.util.concurrent.TimeUnit;
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
import org.speedwell.sakila.FilmManager;
import org.speedwell.schema.Database;

/**
 * The two benchmarks of the reference article, over SQL on loopback and from memory. Both contenders read the same rows
 * of the same server. The setup compares their results before JMH times anything.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1)
@NullUnmarked // JMH sets the fields before anything reads them
public class ArticleBenchmark {
    @Param
    Contender contender;

    private Database database;
    private Speedment app;
    private FilmManager films;

    @Setup(Level.Trial)
    public void start() {
        database = BenchDatabase.open();
        Speedment other = (contender == Contender.sql ? Contender.memory : Contender.sql).start(database);
        app = contender.start(database);
        films = app.getOrThrow(FilmManager.class);
        requireSame(films, other.getOrThrow(FilmManager.class));
        other.stop();
    }

    private static void requireSame(FilmManager one, FilmManager other) {
        long counted = Queries.filterAndCount(one);
        long countedByOther = Queries.filterAndCount(other);
        if (counted != countedByOther) {
            throw new IllegalStateException("filterAndCount differs: " + counted + " and " + countedByOther);
        }
        // SQL does not define which films of equal length come first. The check therefore compares only results that do
        // not depend on it.
        IntSummaryStatistics complex = Queries.complex(one);
        if (complex.getCount() != Queries.complex(other).getCount()
                || !Queries.lengths(one).equals(Queries.lengths(other))) {
            throw new IllegalStateException("complex differs");
        }
    }

    @TearDown(Level.Trial)
    public void stop() {
        app.stop();
        database.close();
    }

    @Benchmark
    public long filterAndCount() {
        return Queries.filterAndCount(films);
    }

    @Benchmark
    public IntSummaryStatistics complex() {
        return Queries.complex(films);
    }
}
