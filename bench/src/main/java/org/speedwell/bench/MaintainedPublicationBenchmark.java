package org.speedwell.bench;

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

/**
 * The publication of a version with one changed row, while the store maintains no queries or a thousand different ones.
 * The time does not include the creation of the version. A mean of 1 µs is 0.1 % of a core at a thousand versions a
 * second. No database.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 3, jvmArgsAppend = "-Xmx2g")
@NullUnmarked // JMH sets the fields before anything reads them
public class MaintainedPublicationBenchmark {
    @Param("1000000")
    int rows;

    /** The number of maintained queries. */
    @Param({"0", "1000"})
    int queries;

    private MaintainedFilms films;

    @Setup(Level.Trial)
    public void start() {
        films = new MaintainedFilms(rows, queries);
        films.check();
    }

    @Setup(Level.Invocation)
    public void edit() {
        films.films().edit(1);
    }

    @TearDown(Level.Trial)
    public void stop() {
        films.check();
        films.close();
    }

    @Benchmark
    public void publish() {
        films.films().publish();
    }
}
