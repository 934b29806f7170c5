package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/** Tests sources without events for a while. Operators do not wait for them, and no event or result is lost. */
@Timeout(120)
@Tag("unit")
class IdleSourceTest {
    private static final EventTime<Long> TIMES = EventTime.of(Long::longValue);

    /** A time-out long enough for the job to read the pushed events before it treats the source as idle. */
    private static final Duration IDLE_AFTER = Duration.ofMillis(250);

    private final Engine engine = new Engine(2);

    @AfterEach
    void close() {
        engine.close();
    }

    /** Uses a time-out. Without it, the silent source would keep the window open for ever. */
    @Test
    void idleSourceDoesNotDelayWindows() throws InterruptedException {
        PushSource<Long> silent = new PushSource<>(1);
        PushSource<Long> busy = new PushSource<>(10);
        CountDownLatch closed = new CountDownLatch(1);
        Job job = engine.start(Events.from(List.of(silent, busy), TIMES.idleAfter(Duration.ofMillis(1)))
                .keyLong(number -> 0)
                .window(Window.tumbling(Duration.ofMillis(10)))
                .aggregate(Aggregates.count())
                .to(Sink.of(result -> closed.countDown())));
        busy.push(5L);
        busy.push(15L);
        closed.await();
        silent.push(16L);
        job.drain();

        assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(job.metrics().events()).isEqualTo(3);
        assertThat(job.metrics().late()).isZero();
        assertThat(job.metrics().results()).isEqualTo(2);
    }

    /**
     * Verifies that an idle source passes its totals on. With several threads, each source thread adds up its own
     * events.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void earlierEventsOfIdleSourceAreCounted(int threads) throws InterruptedException {
        PushSource<Long> quiet = new PushSource<>(1);
        PushSource<Long> busy = new PushSource<>(10);
        BlockingQueue<Long> counts = new LinkedBlockingQueue<>();
        try (Engine threaded = new Engine(threads)) {
            quiet.push(3L); // before the start: a source without events at first may already be idle
            busy.push(5L);
            busy.push(15L);
            Job job = threaded.start(Events.from(List.of(quiet, busy), TIMES.idleAfter(IDLE_AFTER))
                    .keyLong(number -> 0)
                    .window(Window.tumbling(Duration.ofMillis(10)))
                    .aggregate(Aggregates.count())
                    .to(Sink.of(result -> counts.add(result.value()))));
            assertThat(counts.poll(1, TimeUnit.MINUTES)).isEqualTo(2);

            quiet.push(17L);
            busy.push(18L);
            job.drain();
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
            assertThat(counts).containsExactly(3L);
            assertThat(job.metrics().late()).isZero();
        }
    }

    /** Verifies that an idle source does not delay other events when its windows merge with them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void windowsOfIdleSourceDoNotDelayOthers(int threads) throws InterruptedException {
        PushSource<Long> quiet = new PushSource<>(10);
        PushSource<Long> busy = new PushSource<>(10);
        BlockingQueue<Long> sums = new LinkedBlockingQueue<>();
        try (Engine threaded = new Engine(threads)) {
            quiet.push(3L); // before the start: a source without events at first may already be idle
            quiet.push(15L); // closes the window of the event before
            busy.push(50L);
            busy.push(100L);
            Job job = threaded.start(Events.from(quiet, TIMES.idleAfter(IDLE_AFTER))
                    .keyLong(number -> 0)
                    .window(Window.tumbling(Duration.ofMillis(10)))
                    .aggregate(Aggregates.count())
                    .map(WindowResult::value)
                    .merge(Events.from(busy, TIMES))
                    .keyLong(number -> 0)
                    .window(Window.tumbling(Duration.ofMillis(100)))
                    .aggregate(Aggregates.sum(number -> number))
                    .to(Sink.of(result -> sums.add(result.value()))));
            assertThat(sums.poll(1, TimeUnit.MINUTES)).isEqualTo(1 + 50);
            job.drain();
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        }
    }

    /**
     * Wakes an idle source. With several threads, the window follows partial totals and must learn that the source is
     * awake again.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void windowWaitsForWokenSource(int threads) throws InterruptedException {
        PushSource<Long> quiet = new PushSource<>(10);
        PushSource<Long> busy = new PushSource<>(10);
        BlockingQueue<Long> counts = new LinkedBlockingQueue<>();
        EventTime<Long> quietTimes = TIMES.lag(Duration.ofMillis(20)).idleAfter(IDLE_AFTER);
        try (Engine threaded = new Engine(threads)) {
            Job job = threaded.start(Events.from(quiet, quietTimes)
                    .merge(Events.from(busy, TIMES))
                    .keyLong(number -> 0)
                    .window(Window.tumbling(Duration.ofMillis(10)))
                    .aggregate(Aggregates.count())
                    .named("counts")
                    .to(Sink.of(result -> counts.add(result.value()))));
            quiet.push(30L); // the watermark is 10
            busy.push(15L);
            busy.push(21L);
            assertThat(counts.poll(1, TimeUnit.MINUTES))
                    .as("closed as the other is idle")
                    .isEqualTo(1);

            quiet.push(25L);
            quiet.push(26L);
            awaitTaken(job, threads == 1 ? "counts" : "totals of sender 1", threads == 1 ? 5 : 3);
            busy.push(50L);
            busy.push(51L);
            awaitTaken(job, threads == 1 ? "counts" : "totals of sender 2", threads == 1 ? 7 : 4);
            job.drain();

            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
            assertThat(job.metrics().late()).isZero();
            assertThat(counts).containsExactly(3L, 1L, 2L);
        }
    }

    /**
     * Waits until the tasklets with a name prefix have received {@code count} items. Then it waits until the windows
     * have no queued items.
     */
    private static void awaitTaken(Job job, String name, long count) {
        while (tasklets(job, name).mapToLong(TaskletMetrics::received).sum() < count) {
            Thread.onSpinWait();
        }
        while (tasklets(job, "counts").mapToInt(TaskletMetrics::queued).sum() > 0) {
            Thread.onSpinWait();
        }
    }

    private static Stream<TaskletMetrics> tasklets(Job job, String name) {
        return job.metrics().tasklets().stream().filter(each -> each.name().startsWith(name));
    }

    /**
     * Verifies that a state ends only when the watermark passes its expiry. Its source becomes idle at a moment that
     * depends on the clock.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void stateDoesNotEndWhenItsSourceBecomesIdle(int threads) throws InterruptedException {
        Collected<Reading> sums = new Collected<>();
        Reading late = new Reading(7, 10, 1); // expires at 15, which the watermark has passed
        Reading alsoLate = new Reading(7, 11, 2);
        Source<Reading> source =
                new Gaps<>(List.of(new Reading(1, 100, 0), late, alsoLate, new Reading(1, 200, 0)), 1_000);
        EventTime<Reading> times = EventTime.of(Reading::time);
        try (Engine threaded = new Engine(threads)) {
            Job job = threaded.start(Events.from(source, times.idleAfter(Duration.ofNanos(1)))
                    .keyLong(Reading::sensor)
                    .mapStateful(StatefulMap.<Long, Reading, long[], Reading>of(
                                    () -> new long[1], (sum, reading, time, results) -> sum[0] += reading.value())
                            .timeToLive(Duration.ofMillis(5))
                            .onExpiry((key, sum, results) -> results.accept(new Reading(key, 0, sum[0]))))
                    .filter(sum -> sum.sensor() == late.sensor())
                    .to(sums));

            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        }
        assertThat(sums.events()).containsExactly(new Reading(7, 0, 3));
    }

    /** A source that returns null {@code length} times before each event. */
    private static final class Gaps<T> implements Source<T> {
        private final Iterator<T> events;
        private final int length;
        private int left;

        private Gaps(List<T> events, int length) {
            this.events = events.iterator();
            this.length = length;
        }

        @Override
        public @Nullable T poll() {
            if (left-- > 0 || !events.hasNext()) {
                return null;
            }
            left = length;
            return events.next();
        }

        @Override
        public boolean isExhausted() {
            return !events.hasNext();
        }

        @Override
        public void stop() {
            throw new UnsupportedOperationException("The test drains no job.");
        }
    }
}
