package org.speedwell.bench.tpch;

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
import org.openjdk.jmh.annotations.Warmup;

/**
 * A benchmark of the TPC-H queries with all engines, after a check that their answers are equal. The preset
 * {@code tpch} runs one JVM for each engine and number of threads. The JVM opens the tables once and compiles all
 * queries, as an application would.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1)
@NullUnmarked // JMH sets the fields before anything reads them
public class TpchBenchmark {
    @Param
    TpchEngine engine;

    @Param("1.0")
    double scale;

    @Param("1")
    int threads;

    @Param
    TpchQuery query;

    private TpchPeer peer;

    @Setup(Level.Trial)
    public void prepare() {
        peer = LoadedTpch.of(engine, scale, threads);
    }

    @Benchmark
    public Object ask() {
        return peer.ask(query);
    }
}
