package org.speedwell.bench;

import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingBy;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
import org.speedwell.accelerator.eval.ElementPosition;
import org.speedwell.accelerator.incremental.IncrementalQuery;
import org.speedwell.accelerator.incremental.IncrementalQuery.Change;
import org.speedwell.accelerator.live.StandaloneQueries;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.accelerator.stream.FallbackListener;
import org.speedwell.sakila.Film;

/**
 * The update of one maintained query by one changed row, compared with an ordinary stream over all rows. Two versions of
 * a table alternate. The row changes the result, except that of {@link Query#behindTop}. The table has no indexes. No
 * database.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 3, jvmArgsAppend = "-Xmx2g")
@NullUnmarked // JMH sets the fields before anything reads them
public class MaintainedUpdateBenchmark {
    private static final FallbackListener SILENT = FallbackListener.SILENT;
    private static final int CHECKED_VERSIONS = 50;
    private static final int MAX_ATTEMPTS = 10_000;

    /** The number of other queries that run before. The JVM then knows several kinds of queries. */
    private static final int OTHER_QUERIES = 40;

    /** The maintained queries. */
    public enum Query {
        count {
            @Override
            Object over(Stream<Film> films) {
                return films.filter(Film.LENGTH.greaterThan(60)).count();
            }
        },
        sum {
            @Override
            Object over(Stream<Film> films) {
                return films.mapToInt(Film.RENTAL_DURATION.asInt()).sum();
            }
        },
        group {
            @Override
            Object over(Stream<Film> films) {
                return films.collect(groupingBy(Film.RATING, counting()));
            }
        },
        /** The changed row enters the first rows, or leaves them. */
        top {
            @Override
            Object over(Stream<Film> films) {
                return films.sorted(Film.LENGTH.reversed())
                        .limit(10)
                        .map(Film::getFilmId)
                        .toList();
            }
        },
        /** The changed row is behind the first rows, as most rows are. */
        behindTop {
            @Override
            Object over(Stream<Film> films) {
                return top.over(films);
            }
        };

        abstract Object over(Stream<Film> films);
    }

    @Param("1000000")
    int rows;

    @Param
    Query query;

    private ChangingFilms films;
    private TableStore<Film> current;
    private TableStore<Film> other;

    /** The rows that differ between both versions. */
    private int[] changed;

    private IncrementalQuery<Film, Object> maintained;

    @Setup(Level.Trial)
    public void start() {
        try (MaintainedFilms others = new MaintainedFilms(1_000, OTHER_QUERIES)) {
            others.check();
            PollutedProfile.run(others.manager());
        }
        films = new ChangingFilms(rows, MaintainedFilms.CHANGING, Set.of());
        current = films.table();
        maintained = new IncrementalQuery<>(
                query::over,
                reads -> EntityStream.of(films.table(), false, reads),
                (some, reads) -> EntityStream.ofRows(films.table(), ids(some), reads),
                SILENT,
                null);
        for (int i = 1; i <= CHECKED_VERSIONS; i++) {
            films.change(i);
            update(films.table());
        }
        Object before = maintained.result();
        change();
        for (int i = 0; Objects.equals(before, maintained.result()) != (query == Query.behindTop); i++) {
            if (i == MAX_ATTEMPTS) {
                throw new IllegalStateException("No changed row suits the query " + query + ".");
            }
            before = maintained.result();
            change();
        }
        Object after = maintained.result();
        MaintainedFilms.requireSame(before, update());
        MaintainedFilms.requireSame(after, update());
    }

    /** Changes one row: the first one for the query of the first rows, or else any. */
    private void change() {
        if (query == Query.top) {
            films.changeFirst();
        } else {
            films.change(1);
        }
        update(films.table());
    }

    /** Updates the result to a new version, and compares it with that of a stream. */
    private void update(TableStore<Film> version) {
        other = version;
        changed = other.editedSince(current);
        Object updated = update();
        MaintainedFilms.requireSame(query.over(EntityStream.of(current, false)), updated);
    }

    @TearDown(Level.Trial)
    public void stop() {
        films.close();
    }

    /** Updates the maintained result to the other version. */
    @Benchmark
    public Object update() {
        TableStore<Film> former = current;
        TableStore<Film> latter = other;
        maintained.update(
                List.of(rows(false, former), rows(true, latter)),
                (some, reads) -> EntityStream.ofRows(latter, ids(some), reads),
                SILENT);
        swap();
        return maintained.result();
    }

    private static int[] ids(List<ElementPosition> rows) {
        return rows.stream().mapToInt(ElementPosition::first).toArray();
    }

    private Change<Film> rows(boolean isAdded, TableStore<Film> version) {
        return new Change<>(isAdded, StandaloneQueries.rows(version, changed), SILENT);
    }

    /** Computes the same result over the other version from all rows. */
    @Benchmark
    public Object stream() {
        swap();
        return query.over(EntityStream.of(current, false));
    }

    private void swap() {
        TableStore<Film> former = current;
        current = other;
        other = former;
    }
}
