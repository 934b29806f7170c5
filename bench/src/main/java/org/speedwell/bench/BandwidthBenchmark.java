package org.speedwell.bench;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The bandwidth of the memory, as the limit for scans. It sums an array far larger than the caches in a vectorised
 * loop. One operation is one byte, so the throughput in operations per nanosecond is GB/s.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
@NullUnmarked // JMH sets the fields before anything reads them
public class BandwidthBenchmark {
    private static final int BYTES = 256 << 20;

    private int[] numbers;

    @Setup(Level.Trial)
    public void fill() {
        numbers = new int[BYTES / Integer.BYTES];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i;
        }
    }

    @Benchmark
    @OperationsPerInvocation(BYTES)
    public int oneThread() {
        return sum();
    }

    @Benchmark
    @Threads(Threads.MAX)
    @OperationsPerInvocation(BYTES)
    public int allCores() {
        return sum();
    }

    private int sum() {
        int sum = 0;
        for (int number : numbers) {
            sum += number;
        }
        return sum;
    }
}
