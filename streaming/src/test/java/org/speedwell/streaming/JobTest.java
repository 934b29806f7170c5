package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.keyed.TooManyKeysException;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/** Tests the behaviour of jobs in normal operation and after failures. */
@Timeout(120)
@Tag("fault")
class JobTest {
    private static final EventTime<Long> TIMES = EventTime.of(Long::longValue);

    private final Engine engine = new Engine(2);

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void operationsRunInOrder() throws InterruptedException {
        List<String> results = new ArrayList<>();
        Job job = engine.start(numbers(10)
                .filter(number -> number % 2 == 0)
                .flatMap(number -> Stream.of(number, number * 10))
                .map(number -> "n" + number)
                .to(Sink.of(results::add)));

        assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(results).containsExactly("n0", "n0", "n2", "n20", "n4", "n40", "n6", "n60", "n8", "n80");
        assertThat(job.metrics().events()).isEqualTo(10);
        assertThat(job.metrics().results()).isEqualTo(10);
        assertThat(job.metrics().watermark()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void flatMapMayExceedOneBatch() throws InterruptedException {
        AtomicLong sum = new AtomicLong();
        engine.start(numbers(3)
                        .flatMap(number -> LongStream.range(0, 100_000).boxed())
                        .to(Sink.of(sum::addAndGet)))
                .await();

        assertThat(sum).hasValue(3 * 100_000L * 99_999 / 2);
    }

    @Test
    void windowsAggregateResultsOfWindows() throws InterruptedException {
        List<WindowResult<Long, Long>> results = new ArrayList<>();
        engine.start(numbers(1000)
                        .keyLong(number -> number % 7)
                        .window(Window.sliding(Duration.ofMillis(20), Duration.ofMillis(10)))
                        .aggregate(Aggregates.count())
                        .keyLong(result -> 0)
                        .window(Window.tumbling(Duration.ofMillis(100)))
                        .aggregate(Aggregates.sum(WindowResult::value))
                        .to(Sink.of(results::add)))
                .await();

        // Each number counts in two windows. Their last milliseconds fall into this outer window or the next.
        List<WindowResult<Long, Long>> expected = IntStream.rangeClosed(0, 10)
                .mapToObj(i -> new WindowResult<>(0L, i * 100L, i * 100L + 100, i == 0 ? 190L : i == 10 ? 10L : 200L))
                .toList();
        assertThat(results).containsExactlyElementsOf(expected);
    }

    @Test
    void throwingFunctionStopsJobAndIsNamed() {
        Job job = engine.start(numbers(100)
                .filter(number -> true)
                .map(number -> 50 / (number - 42))
                .to(Sink.of(number -> {})));

        assertThatThrownBy(job::await)
                .isInstanceOf(JobException.class)
                .hasMessage("The job stopped: map (operation 2) failed on 42: "
                        + "java.lang.ArithmeticException: / by zero")
                .hasCauseInstanceOf(ArithmeticException.class);
        assertThat(job.status()).isEqualTo(Job.Status.FAILED);
    }

    @Test
    void placeOfFailureIsNamed() {
        assertPlace("the event time", Events.from(Source.of(List.of(1L)), EventTime.of(JobTest::fail)));
        assertPlace("filter (operation 1)", numbers(1).filter(number -> fail(number) > 0));
        assertPlace("flatMap (operation 1)", numbers(1).flatMap(number -> Stream.of(fail(number))));
        assertPlace("map (operation 1)", numbers(1).map(number -> fail(number)));
        assertPlace(
                "the key failed on 0", numbers(1).key(JobTest::fail).window(DAY).aggregate(Aggregates.count()));
        assertPlace("the number to sum", all().aggregate(Aggregates.sum(JobTest::fail)));
        assertPlace("the aggregate", all().aggregate(Aggregates.distinct(JobTest::fail)));
        assertPlace(
                "the aggregate",
                numbers(1)
                        .key(number -> 0)
                        .window(Window.session(Duration.ofDays(1)))
                        .aggregate(Aggregates.sum(JobTest::fail)));
        Aggregate<Long, ?, Long> unfinished = Aggregates.<Long>count().andThen(JobTest::fail);
        assertPlace("the aggregate's finish failed on key 0", all().aggregate(unfinished));
        Job job = engine.start(numbers(1).to(Sink.of(JobTest::fail)));
        assertThatThrownBy(job::await).hasMessageContaining("the sink failed on 0: ");
    }

    @Test
    void failuresAreSkippedAndCounted() throws InterruptedException {
        List<WindowResult<Integer, Long>> results = new ArrayList<>();
        Aggregate<Long, long[], Long> oddOnly = Aggregate.of(
                () -> new long[1],
                (count, number, time) -> count[0] += number % 2 == 1 ? 1 : fail(number),
                (count, other) -> count[0] += other[0],
                (count, other) -> count[0] -= other[0],
                count -> count[0]);
        Job job = engine.start(
                numbers(100)
                        .map(number -> 10 / (number % 10) * 0 + number)
                        .key(number -> 0)
                        .window(Window.sliding(Duration.ofMillis(100), Duration.ofMillis(50)))
                        .aggregate(oddOnly)
                        .to(Sink.of(results::add)),
                JobOptions.DEFAULT.skippingFailures(true));

        assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(results).extracting(WindowResult::value).containsExactly(25L, 50L, 25L);
        assertThat(job.metrics().skipped()).isEqualTo(10 + 40);
    }

    @Test
    void errorsAlwaysStopJob() {
        Job job = engine.start(
                numbers(1)
                        .map(number -> {
                            throw new StackOverflowError("deep");
                        })
                        .to(Sink.of(number -> {})),
                JobOptions.DEFAULT.skippingFailures(true));

        assertThatThrownBy(job::await).isInstanceOf(JobException.class).hasRootCauseMessage("deep");
    }

    @Test
    void keysAreBounded() {
        Job job = engine.start(
                numbers(1000)
                        .keyLong(number -> number)
                        .window(DAY)
                        .aggregate(Aggregates.count())
                        .to(Sink.of(r -> {})),
                JobOptions.DEFAULT.withMaxKeys(500));

        assertThatThrownBy(job::await)
                .isInstanceOf(JobException.class)
                .hasMessageContaining("more than 500 keys")
                .hasCauseInstanceOf(TooManyKeysException.class);
    }

    /** Verifies that the limit applies only to keys that have state. Over time there may be any number of keys. */
    @Test
    void keysOfClosedWindowsAreForgotten() throws InterruptedException {
        AtomicLong results = new AtomicLong();
        Job job = engine.start(
                numbers(100_000)
                        .keyLong(number -> number)
                        .window(Window.sliding(Duration.ofMillis(20), Duration.ofMillis(5)))
                        .aggregate(Aggregates.count())
                        .to(Sink.of(result -> results.incrementAndGet())),
                // A batch may be in a queue before the watermark that makes room for it.
                JobOptions.DEFAULT.withMaxKeys(100));

        assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(results).hasValue(4 * 100_000);
    }

    /** Sends events with about 10^17 empty windows between them. */
    @Test
    void emptyWindowsCostNothing() throws InterruptedException {
        List<WindowResult<Long, Long>> results = new ArrayList<>();
        long far = 1L << 59;
        engine.start(Events.from(Source.of(List.of(-far, far, far + 1)), TIMES)
                        .keyLong(number -> 1)
                        .window(Window.sliding(Duration.ofMillis(10), Duration.ofMillis(5)))
                        .aggregate(Aggregates.count())
                        .to(Sink.of(results::add)))
                .await();

        assertThat(results).hasSize(4);
        assertThat(results).extracting(WindowResult::value).containsExactly(1L, 1L, 2L, 2L);
    }

    @Test
    void overflowingTimesAreRefused() {
        Job job = engine.start(
                Events.from(Source.of(List.of(Long.MIN_VALUE)), TIMES).to(Sink.of(number -> {})));

        assertThatThrownBy(job::await).hasMessageContaining("the event time failed on -9223372036854775808");
    }

    @Test
    void drainProcessesAllAcceptedEvents() throws InterruptedException {
        PushSource<Long> source = new PushSource<>(1000);
        AtomicLong sum = new AtomicLong();
        Job job = engine.start(Events.from(source, TIMES)
                .keyLong(number -> 0)
                .window(DAY)
                .aggregate(Aggregates.sum(Long::longValue))
                .to(Sink.of(result -> sum.addAndGet(result.value()))));
        long accepted = 0;
        for (long i = 0; i < 10_000; i++) {
            source.push(i);
            accepted += i;
        }
        job.drain();

        assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(sum).hasValue(accepted);
        assertThat(source.offer(1L)).isFalse();
        assertThatThrownBy(() -> source.push(1L)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void manyProducersLoseNothing() throws InterruptedException {
        PushSource<Long> source = new PushSource<>(64);
        AtomicLong sum = new AtomicLong();
        Job job = engine.start(Events.from(source, TIMES).to(Sink.of(sum::addAndGet)));
        List<Thread> producers = IntStream.range(0, 4)
                .mapToObj(producer -> Thread.startVirtualThread(() -> pushAll(source, 5000)))
                .toList();
        for (Thread producer : producers) {
            producer.join();
        }
        source.stop();

        assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(sum).hasValue(4 * 5000L * 4999 / 2);
    }

    @Test
    void blockedSinkStopsSource() throws InterruptedException {
        CountDownLatch released = new CountDownLatch(1);
        PushSource<Long> source = new PushSource<>(10);
        AtomicLong received = new AtomicLong();
        Job job = engine.start(Events.from(source, TIMES).to(Sink.of(number -> {
            await(released);
            received.incrementAndGet();
        })));
        long accepted = 0;
        while (source.size() < source.capacity() || job.metrics().events() < 1) {
            accepted += source.offer(accepted) ? 1 : 0;
            Thread.onSpinWait();
        }
        assertThat(accepted).isLessThan(100_000); // at most the capacity of the conveyors and the queue
        released.countDown();
        job.drain();

        assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(received).hasValueGreaterThanOrEqualTo(accepted);
    }

    @Test
    void cancellingReleasesProducers() throws InterruptedException {
        CountDownLatch seen = new CountDownLatch(1);
        PushSource<Long> source = new PushSource<>(1);
        Job job = engine.start(Events.from(source, TIMES).to(Sink.of(number -> seen.countDown())));
        Thread producer = Thread.startVirtualThread(() -> pushAll(source, Long.MAX_VALUE));
        seen.await();
        job.cancel();

        assertThat(job.await()).isEqualTo(Job.Status.CANCELLED);
        producer.join();
        job.cancel();
        assertThat(job.status()).isEqualTo(Job.Status.CANCELLED);
    }

    @Test
    void slowestSourceSetsWatermark() throws InterruptedException {
        List<Long> evens = LongStream.range(0, 50_000).map(i -> 2 * i).boxed().toList();
        PushSource<Long> odds = new PushSource<>(10);
        AtomicLong sum = new AtomicLong();
        Job job = engine.start(Events.from(List.of(Source.of(evens), odds), TIMES)
                .keyLong(number -> 0)
                .window(Window.tumbling(Duration.ofMillis(10)))
                .aggregate(Aggregates.count())
                .to(Sink.of(result -> sum.addAndGet(result.value()))));
        for (long i = 0; i < 50_000; i++) {
            odds.push(2 * i + 1);
        }
        odds.stop();
        job.await();

        assertThat(sum).hasValue(100_000);
        assertThat(job.metrics().late()).isZero();
    }

    @Test
    void rateSourceSetsTimesByRate() throws InterruptedException {
        List<Long> times = new ArrayList<>();
        Instant start = Instant.ofEpochMilli(1_000_000);
        engine.start(Events.from(Source.rate(start, 2000, 10, (number, time) -> time), TIMES)
                        .to(Sink.of(times::add)))
                .await();

        assertThat(times)
                .containsExactly(
                        1_000_000L,
                        1_000_000L,
                        1_000_001L,
                        1_000_001L,
                        1_000_002L,
                        1_000_002L,
                        1_000_003L,
                        1_000_003L,
                        1_000_004L,
                        1_000_004L);
    }

    @Test
    void functionThatInterruptsItsThreadDoesNotStopJob() throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            Job job = engine.start(numbers(10)
                    .filter(number -> {
                        Thread.currentThread().interrupt();
                        return true;
                    })
                    .to(Sink.of(number -> {})));
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        }
    }

    @Test
    void jobsShareAnEngine() throws InterruptedException {
        AtomicLong sum = new AtomicLong();
        List<Job> jobs = IntStream.range(0, 20)
                .mapToObj(i -> engine.start(numbers(10_000).to(Sink.of(sum::addAndGet))))
                .toList();
        for (Job job : jobs) {
            job.await();
        }

        assertThat(sum).hasValue(20 * 10_000L * 9_999 / 2);
    }

    @Test
    void pipelineStartsOnceAndOnlyOnOpenEngine() throws InterruptedException {
        Pipeline pipeline = Events.from(new PushSource<Long>(1), TIMES).to(Sink.of(number -> {}));
        Job job = engine.start(pipeline);
        assertThatThrownBy(() -> engine.start(pipeline))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("started before");
        engine.close();
        assertThat(job.await()).isEqualTo(Job.Status.CANCELLED);
        assertThatThrownBy(() -> engine.start(numbers(1).to(Sink.of(number -> {}))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void sourceInPipelineTwiceIsRefused() {
        Source<Long> source = Source.of(List.of(1L));
        Events<Long> twice = Events.from(List.of(source, source), TIMES);
        assertThatThrownBy(() -> engine.start(twice.to(Sink.of(number -> {}))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("twice");
    }

    private static final Window DAY = Window.tumbling(Duration.ofDays(1));

    private static Events<Long> numbers(long count) {
        return Events.from(Source.of(LongStream.range(0, count).boxed().toList()), TIMES);
    }

    private static Keyed<Long, Integer>.Windowed all() {
        return numbers(1).<Integer>key(number -> 0).window(DAY);
    }

    private void assertPlace(String place, Events<?> events) {
        Job job = engine.start(events.to(Sink.of(result -> {})));
        assertThatThrownBy(job::await)
                .isInstanceOf(JobException.class)
                .hasMessageContaining(place)
                .hasRootCauseMessage("on purpose");
    }

    private static long fail(Long number) {
        throw new IllegalArgumentException("on purpose");
    }

    private static void pushAll(PushSource<Long> source, long count) {
        try {
            for (long i = 0; i < count; i++) {
                source.push(i);
            }
        } catch (InterruptedException | IllegalStateException e) {
            // The source has stopped, as the test intends.
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
