package org.speedwell.bench.streaming;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;
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
import org.speedwell.bench.streaming.Feed.Numbered;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.RateSource;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.Source;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.window.Window;

/**
 * A benchmark of several simultaneous jobs on one thread. Each job counts by key with functions of its own. The
 * benchmark measures events per microsecond of all jobs together. The event times are 10 ns apart, and all events are
 * due. Windows of 1 s start every 20 ms.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgsAppend = "-Xmx1g")
@NullUnmarked // JMH sets the fields before anything reads them
public class JobsBenchmark {
    private static final int EVENTS = 20_000_000;
    private static final double EVENTS_PER_SECOND = 1e8;
    private static final Window WINDOW = Window.sliding(Duration.ofSeconds(1), Duration.ofMillis(20));

    /** The functions of a job. Each lambda is a class of its own. */
    private record Functions(
            RateSource.Maker<Numbered> maker, ToLongFunction<Numbered> time, ToLongFunction<Numbered> key) {}

    private static final List<Functions> ALL = List.of(
            new Functions((n, time) -> new Numbered(n % 10_000, time), event -> event.time(), event -> event.number()),
            new Functions((n, time) -> new Numbered(n % 9_990, time), event -> event.time(), event -> event.number()),
            new Functions((n, time) -> new Numbered(n % 9_980, time), event -> event.time(), event -> event.number()),
            new Functions((n, time) -> new Numbered(n % 9_970, time), event -> event.time(), event -> event.number()),
            new Functions((n, time) -> new Numbered(n % 9_960, time), event -> event.time(), event -> event.number()),
            new Functions((n, time) -> new Numbered(n % 9_950, time), event -> event.time(), event -> event.number()),
            new Functions((n, time) -> new Numbered(n % 9_940, time), event -> event.time(), event -> event.number()),
            new Functions((n, time) -> new Numbered(n % 9_930, time), event -> event.time(), event -> event.number()),
            new Functions((n, time) -> new Numbered(n % 9_920, time), event -> event.time(), event -> event.number()),
            new Functions((n, time) -> new Numbered(n % 9_910, time), event -> event.time(), event -> event.number()));

    @Param({"1", "2", "10"})
    int jobs;

    private Engine engine;
    private final List<Job> running = new ArrayList<>();
    private long taken;

    @Setup(Level.Trial)
    public void start() {
        engine = new Engine(1);
        Instant longAgo = Instant.now().minus(Duration.ofDays(1));
        for (Functions functions : ALL.subList(0, jobs)) {
            Source<Numbered> source = Source.rate(longAgo, EVENTS_PER_SECOND, Feed.ENDLESS, functions.maker);
            running.add(engine.start(
                    Events.from(source, EventTime.of(functions.time))
                            .keyLong(functions.key)
                            .window(WINDOW)
                            .aggregate(Aggregates.count())
                            .filter(result -> result.value() < 0)
                            .to(Sink.of(result -> {})),
                    JobOptions.DEFAULT.named("job " + running.size())));
        }
    }

    /** Waits until the jobs have taken {@code EVENTS} more events. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long events() {
        long until = taken + EVENTS;
        while (taken < until) {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(500));
            taken = running.stream().mapToLong(job -> job.metrics().events()).sum();
        }
        return taken;
    }

    @TearDown(Level.Trial)
    public void stop() {
        engine.close();
    }
}
