package org.speedwell.bench;

import com.speedment.runtime.field.EnumField;
import com.speedment.runtime.field.Field;
import java.util.List;
import java.util.Set;
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
import org.openjdk.jmh.annotations.Warmup;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;
import org.speedwell.schema.Progress;

/** The entities and enum fields of our generator, compared with those of Speedment's generator. No database. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
@NullUnmarked // JMH sets the fields before anything reads them
public class EntityBenchmark {
    private static final int OPERANDS = 1 << 10;

    private static final EnumField<Film, String, Rating> SPEEDMENT = EnumField.create(
            Film.Identifier.RATING,
            Film.RATING.getter()::apply,
            Film.RATING.setter()::set,
            Film.RATING.typeMapper(),
            Film.RATING.enumToString(),
            Film.RATING.stringToEnum(),
            Rating.class);

    /** The columns by which {@link PollutedProfile} sorts. Without indexes its queries would take minutes. */
    private static final Set<Field<Film>> INDEXED = Set.of(Film.FILM_ID, Film.RATING, Film.LENGTH, Film.RENTAL_RATE);

    @Param({"1000", "1000000"})
    int rows;

    @Param({"false", "true"})
    boolean generated;

    private FilmManager films;
    private int[] ids;
    private int next;

    @Setup(Level.Trial)
    public void start() {
        SyntheticTable<Film> table = SyntheticFilms.of(rows, true);
        films = SyntheticApp.of(
                        (generated ? table : table.withoutReader()).build(rows, INDEXED::contains, Progress.console()))
                .manager(FilmManager.class);
        PollutedProfile.run(films);
        ids = new SplittableRandom(1).ints(OPERANDS, 1, rows + 1).toArray();
    }

    @Benchmark
    public long enumEqual() {
        return generated
                ? films.stream().filter(Film.RATING.equal(Rating.PG13)).count()
                : films.stream().filter(SPEEDMENT.equal(Rating.PG13)).count();
    }

    @Benchmark
    public long enumGreaterOrEqual() {
        return generated
                ? films.stream().filter(Film.RATING.greaterOrEqual(Rating.PG)).count()
                : films.stream().filter(SPEEDMENT.greaterOrEqual(Rating.PG)).count();
    }

    @Benchmark
    public @Nullable Film keyLookUp() {
        return Queries.byKey(films, ids[next++ & OPERANDS - 1]);
    }

    @Benchmark
    public List<Film> toList() {
        return films.stream().toList();
    }
}
