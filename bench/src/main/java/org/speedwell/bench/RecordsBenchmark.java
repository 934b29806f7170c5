package org.speedwell.bench;

import com.speedment.runtime.core.Speedment;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.bench.RecordQueries.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.schema.Database;

/**
 * The queries of the article from memory, with fields of Speedment and with lambdas over records. Both forms read the
 * same rows. The setup compares their results before JMH times anything.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1)
@NullUnmarked // JMH sets the fields before anything reads them
public class RecordsBenchmark {
    private Database database;
    private Speedment app;
    private FilmManager films;
    private MemoryStore store;

    @Setup(Level.Trial)
    public void start() {
        database = BenchDatabase.open();
        app = Contender.memory.start(database);
        films = app.getOrThrow(FilmManager.class);
        store = RecordQueries.load(database);
        requireSame(filterAndCountWithFields(), filterAndCountWithLambdas());
        requireSame(Queries.lengths(films), RecordQueries.lengths(store.stream(Film.class)));
        requireSame(longerThanWithFields(), longerThanWithLambdas());
        requireSame(byKeyWithFields() != null, byKeyWithLambdas() != null);
    }

    private static void requireSame(Object one, Object other) {
        if (!one.equals(other)) {
            throw new IllegalStateException("The results differ: " + one + " and " + other);
        }
    }

    @TearDown(Level.Trial)
    public void stop() {
        store.close();
        app.stop();
        database.close();
    }

    @Benchmark
    public Object filterAndCountWithFields() {
        return Queries.filterAndCount(films);
    }

    @Benchmark
    public Object filterAndCountWithLambdas() {
        return RecordQueries.filterAndCount(store.stream(Film.class));
    }

    @Benchmark
    public Object complexWithFields() {
        return Queries.complex(films);
    }

    @Benchmark
    public Object complexWithLambdas() {
        return RecordQueries.complex(store.stream(Film.class));
    }

    @Benchmark
    public Object longerThanWithFields() {
        return Queries.longerThan(films, 60);
    }

    @Benchmark
    public Object longerThanWithLambdas() {
        return RecordQueries.longerThan(store.stream(Film.class), 60);
    }

    @Benchmark
    public Object perRatingWithFields() {
        return Queries.perRating(films);
    }

    @Benchmark
    public Object perRatingWithLambdas() {
        return RecordQueries.perRating(store.stream(Film.class));
    }

    @Benchmark
    public Object byKeyWithFields() {
        return Queries.byKey(films, 17);
    }

    @Benchmark
    public Object byKeyWithLambdas() {
        return RecordQueries.byKey(store.stream(Film.class), 17);
    }
}
