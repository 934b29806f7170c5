package org.speedwell.bench.peers;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
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
 * The nine queries on every peer, after the results were compared with those of the plain list. The preset
 * {@code peers} runs one JVM for each peer and size. The rows are then loaded once, and the JVM compiles all queries,
 * as in an application.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1)
@NullUnmarked // JMH sets the fields before anything reads them
public class PeersBenchmark {
    @Param
    Contestant contestant;

    @Param({"1000", "1000000", "10000000"})
    int rows;

    @Param("1")
    int threads;

    @Param
    Query query;

    private Supplier<Object> prepared;

    @Setup(Level.Trial)
    public void prepare() {
        prepared = LoadedPeer.of(contestant, rows, threads).prepare(query);
        if (prepared == null) {
            throw new IllegalArgumentException(contestant.title() + " has no " + query + ".");
        }
    }

    @Benchmark
    public Object ask() {
        return prepared.get();
    }
}
