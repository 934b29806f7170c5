package org.speedwell.bench;

import com.speedment.runtime.field.Field;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.sakila.Film;
import org.speedwell.schema.Progress;

/**
 * The creation of the next version of a table of films after changes or insertions. All columns have an index. No
 * database.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgsAppend = "-Xmx4g")
@NullUnmarked // JMH sets the fields before anything reads them
public class EditBenchmark {
    private static final List<Field<Film>> CHANGED =
            List.of(Film.LENGTH, Film.RENTAL_RATE, Film.RATING, Film.REPLACEMENT_COST, Film.TITLE);

    @Param("1000000")
    int rows;

    /** The number of rows that each version changes. */
    @Param({"100", "20000"})
    int changed;

    /** The number of columns that change. */
    @Param({"1", "4"})
    int columns;

    /** The rows of a version: "random" changes existing rows, and "end" appends rows. */
    @Param({"random", "end"})
    String placement;

    private final SplittableRandom random = new SplittableRandom(1);
    private final MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
    private SyntheticTable<Film> films;
    private TableStore<Film> table;
    private int[] numbers;
    private List<Column> values;
    private Lease staging;

    @Setup(Level.Trial)
    public void load() {
        films = SyntheticFilms.of(rows, true);
        table = films.build(rows, field -> true, Progress.console());
    }

    @Setup(Level.Invocation)
    public void change() {
        numbers = placement.equals("end")
                ? IntStream.range(table.end(), table.end() + changed).toArray()
                : random.ints(changed, 0, table.end()).sorted().distinct().toArray();
        staging = new Lease();
        values = films.values(numbers, CHANGED.subList(0, columns)::contains, row -> random.nextInt(rows), staging);
    }

    @Benchmark
    public TableStore<Film> edit() {
        table = table.edit(numbers, values, new int[0], budget);
        return table;
    }

    @TearDown(Level.Invocation)
    public void discard() {
        staging.release();
    }
}
