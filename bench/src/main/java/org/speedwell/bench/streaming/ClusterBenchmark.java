package org.speedwell.bench.streaming;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A benchmark of a count by key on one cooperative thread of one Hazelcast member. It measures events per microsecond
 * of Jet's operators, of Speedwell's operators on Jet, and of Speedwell's own threads.
 *
 * <p>The event times contain ten million events a second, all due. Windows of 1 s start every 20 ms. The benchmark
 * checks each result, so an engine that counts wrongly gets no figure.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
@NullUnmarked // JMH sets the fields before anything reads them
public class ClusterBenchmark {
    private static final int EVENTS = 2_000_000;
    private static final long EVENTS_PER_MILLI = 10_000;
    private static final Long EVENTS_OF_KEY = 1_000L;

    @Param({"jet", "speedwell on jet", "speedwell"})
    String engine;

    private StreamEngine streams;
    private StreamEngine.RunningJob job;
    private long start;
    private long seen;

    /** The end of the newest window that has a result. One thread writes it. */
    private volatile long latest;

    private volatile String wrong;

    @Setup(Level.Trial)
    public void start() {
        streams = switch (engine) {
            case "jet" -> new JetStreams(1);
            case "speedwell on jet" -> new ClusterStreams(new JetStreams(1), 1);
            default -> new SpeedwellStreams(1);
        };
        start = Instant.now().minus(Duration.ofDays(1)).toEpochMilli() / 1_000 * 1_000;
        latest = start;
        seen = start;
        Feed feed = new Feed(Scenario.SLIDING_10K, start, EVENTS_PER_MILLI * 1_000.0, Feed.ENDLESS, 1);
        job = streams.start(feed, this::take);
    }

    private void take(long time, Object key, Object value) {
        if (time >= start + 1_000 && !value.equals(EVENTS_OF_KEY)) {
            wrong = "key " + key + " has " + value + " events in the second before " + time;
        }
        latest = time;
    }

    /** Waits until the results contain {@code EVENTS} more events. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long events() {
        seen += EVENTS / EVENTS_PER_MILLI;
        while (latest < seen) {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(200));
        }
        if (wrong != null) {
            throw new IllegalStateException(wrong);
        }
        return latest;
    }

    @TearDown(Level.Trial)
    public void stop() {
        job.cancel();
        streams.close();
    }
}
