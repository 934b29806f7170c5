package org.speedwell.streaming.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.PushSource;
import org.speedwell.streaming.ReplayableSource;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/** Tests windows by the time of arrival with a clock of the test. They close at their time, without a later event. */
@Timeout(180)
@Tag("oracle")
class ArrivalTest {
    private static final long SIZE = 100;
    private static final long LAG = 30;
    private static final int EVENTS = 200;

    @TempDir
    private Path folder;

    private final AtomicLong now = new AtomicLong();
    private final InstantSource clock = () -> Instant.ofEpochMilli(now.get());
    private final Queue<WindowResult<Long, Long>> results = new ConcurrentLinkedQueue<>();

    private Events<WindowResult<Long, Long>> counts(Events<Long> numbers) {
        return numbers.keyLong(number -> number % 3)
                .window(Window.tumbling(Duration.ofMillis(SIZE)))
                .aggregate(Aggregates.count());
    }

    /** Compares the windows that the clock has closed with a plain computation. One source never has an event. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void windowsCloseByTheClockAlone(int threads) throws InterruptedException {
        long seed = Long.getLong("speedwell.seed", System.nanoTime());
        Random random = new Random(seed);
        PushSource<Long> silent = new PushSource<>(1);
        PushSource<Long> numbers = new PushSource<>(1);
        TreeMap<String, Long> expected = new TreeMap<>();
        try (Engine engine = new Engine(threads)) {
            Job job = engine.start(counts(Events.from(
                            List.of(silent, numbers), EventTime.arrival(clock).lag(Duration.ofMillis(LAG))))
                    .to(Sink.of(results::add)));
            for (long number = 0; number < EVENTS; number++) {
                now.addAndGet(random.nextInt(3) == 0 ? random.nextInt(3 * (int) SIZE) : 0);
                numbers.push(number);
                long taken = number + 1;
                await().until(() -> job.metrics().events() == taken);
                expected.merge(number % 3 + " " + now.get() / SIZE * SIZE, 1L, Long::sum);
            }
            now.addAndGet(SIZE + LAG);
            await().until(() -> results.size() >= expected.size());
            assertThat(actual()).as("seed " + seed).isEqualTo(expected);
            assertThat(results).as("each window closes once").hasSameSizeAs(expected.keySet());
            assertThat(job.metrics().late()).isZero();
            assertThat(job.status()).isEqualTo(Job.Status.RUNNING);
            job.cancel();
            job.await();
        }
    }

    private TreeMap<String, Long> actual() {
        TreeMap<String, Long> counts = new TreeMap<>();
        results.forEach(result -> counts.put(result.key() + " " + result.start(), result.value()));
        return counts;
    }

    /** A source that has no events behind a limit. */
    private static final class Limited extends Numbers {
        private final long limit;

        private Limited(long limit) {
            super(0, 1, EVENTS, Double.MAX_VALUE);
            this.limit = limit;
        }

        @Override
        public @Nullable Long poll() {
            return position() < limit ? super.poll() : null;
        }
    }

    private Pipeline pipeline(ReplayableSource<Long> numbers) {
        return counts(Events.from(numbers, EventTime.arrival(clock).lag(Duration.ofMillis(LAG))))
                .to(Sink.of(results::add));
    }

    @Test
    void noEventIsLateIfTheClockIsBehindAfterARestart() throws InterruptedException {
        JobOptions options = JobOptions.DEFAULT.named("arrival").withCheckpoints(folder, Duration.ofDays(1));
        now.set(10 * SIZE);
        try (Engine engine = new Engine(2)) {
            Job job = engine.start(pipeline(new Limited(EVENTS / 2)), options);
            await().until(() -> job.metrics().events() == EVENTS / 2);
            now.set(20 * SIZE);
            await().until(() -> results.size() == 3);
            job.checkpoint();
            job.cancel();
            job.await();
        }
        now.set(0);
        try (Engine engine = new Engine(2)) {
            Job job = engine.start(pipeline(new Limited(EVENTS)), options);
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
            assertThat(job.metrics().late()).isZero();
        }
        assertThat(results.stream().mapToLong(WindowResult::value).sum()).isEqualTo(EVENTS);
        assertThat(results).hasSize(6);
    }
}
