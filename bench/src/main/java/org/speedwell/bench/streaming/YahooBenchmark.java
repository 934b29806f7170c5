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
 * The Yahoo Streaming Benchmark on one thread, in events per microsecond. The job takes views of ads, joins each ad
 * with its campaign, and counts the views of each campaign in windows of 10 s by event time.
 *
 * <p>All events are due, and a window has a million of them. The benchmark compares each result with a plain loop, so
 * an engine that counts wrongly gets no figure.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 3, jvmArgsAppend = "-Xmx2g")
@NullUnmarked // JMH sets the fields before anything reads them
public class YahooBenchmark {
    private static final int EVENTS = 4 * Ads.PERIOD;
    private static final long WINDOW = Scenario.YAHOO.window();

    @Param({"jet", "flink", "speedwell"})
    String engine;

    private final long[] expected = new long[Ads.CAMPAIGNS];
    private StreamEngine streams;
    private StreamEngine.RunningJob job;
    private long start;
    private long seen;

    /** The number of results. One thread writes it. */
    private volatile long results;

    private volatile String wrong;

    @Setup(Level.Trial)
    public void start() {
        for (int n = 0; n < Ads.PERIOD; n++) {
            Ads.AdEvent event = Ads.event(n, 0);
            if (event.kind() == Ads.Kind.VIEW) {
                expected[event.ad() % Ads.CAMPAIGNS]++;
            }
        }
        streams = StreamComparison.engine(engine, 1);
        start = Instant.now().minus(Duration.ofDays(30)).toEpochMilli() / WINDOW * WINDOW;
        Feed feed = new Feed(Scenario.YAHOO, start, Ads.PERIOD * 1_000.0 / WINDOW, Feed.ENDLESS, 1);
        job = streams.start(feed, this::take);
    }

    /** Forgets the results that have arrived between two iterations. */
    @Setup(Level.Iteration)
    public void skip() {
        seen = results;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    private void take(long time, Object key, Object value) {
        long campaign = (Long) key;
        if (!value.equals(expected[(int) campaign])) {
            wrong = "Campaign " + campaign + " has " + value + " views in the window before " + time + ", but needs "
                    + expected[(int) campaign] + ".";
        }
        results++;
    }

    /** Waits until the results contain {@code EVENTS} more events. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long events() {
        seen += EVENTS / Ads.PERIOD * Ads.CAMPAIGNS;
        while (results < seen) {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(200));
        }
        if (wrong != null) {
            throw new IllegalStateException(wrong);
        }
        return results;
    }

    @TearDown(Level.Trial)
    public void stop() {
        job.cancel();
        streams.close();
    }
}
