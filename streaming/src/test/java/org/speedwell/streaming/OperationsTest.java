package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/** Compares joins, stateful maps, early results and bounds with plain computations over the same events. */
@Timeout(60)
@Tag("oracle")
class OperationsTest {
    private static final Engine ENGINE = new Engine(2);
    private static final EventTime<Long> TIMES = EventTime.of(Long::longValue);

    @AfterAll
    static void close() {
        ENGINE.close();
    }

    private record Pair(long key, long other) {}

    @Test
    void eventsAreEnrichedByRows() throws InterruptedException {
        Map<Long, String> rows = Map.of(0L, "zero", 2L, "two");

        assertThat(run(numbers(4)
                        .enrich(
                                number -> Optional.ofNullable(rows.get(number)),
                                (number, row) -> number + row.orElse("?"))))
                .containsExactly("0zero", "1?", "2two", "3?");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eventsAreJoinedWithAllRowsOfTheirKey(boolean objectKeys) throws InterruptedException {
        List<Pair> rows =
                LongStream.range(0, 5000).mapToObj(i -> new Pair(i % 700, i)).toList();
        Events<Pair> bounded = Events.from(Source.of(rows), EventTime.of(row -> 0));
        Events<Long> events = numbers(20_000);
        List<String> joined = run(
                objectKeys
                        ? events.key(number -> number % 900).hashJoin(bounded.key(Pair::key), OperationsTest::describe)
                        : events.keyLong(number -> number % 900)
                                .hashJoin(bounded.keyLong(Pair::key), OperationsTest::describe));

        Map<Long, List<Pair>> byKey = rows.stream().collect(groupingBy(Pair::key));
        assertThat(joined)
                .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 20_000)
                        .mapToObj(number -> describe(number, byKey.getOrDefault(number % 900, List.of())))
                        .toList());
    }

    private static String describe(long number, List<Pair> rows) {
        return number + " " + rows.stream().mapToLong(Pair::other).sum() + " " + rows.size();
    }

    @Test
    void keysOfBothSidesMustBeOfOneKind() {
        Keyed<Long, Long> longs = numbers(1).keyLong(number -> number);
        Keyed<Long, Long> objects = numbers(1).key(number -> number);

        assertThatThrownBy(() -> longs.hashJoin(objects, (number, rows) -> number))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("keyLong");
        assertThatThrownBy(() -> objects.coGroup(longs)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Compares random windows over two random streams. Each result covers the events of both sides in its window. */
    @Test
    void windowsOfTwoStreamsContainBothSides() throws InterruptedException {
        for (int run = 0; run < 40; run++) {
            long seed = System.nanoTime() + run;
            Random random = new Random(seed);
            Window window = random.nextInt(3) == 0
                    ? Window.session(Duration.ofMillis(1 + random.nextInt(30)))
                    : new Window.Sliding(20L * (1 + random.nextInt(4)), 20);
            List<Reading> left = inOrder(random, 400);
            List<Reading> right = inOrder(random, 400);
            EventTime<Reading> times = EventTime.of(Reading::time);
            List<WindowResult<Long, String>> results = run(Events.from(Source.of(left), times)
                    .keyLong(Reading::sensor)
                    .coGroup(Events.from(Source.of(right), times).keyLong(Reading::sensor))
                    .aggregate(
                            window,
                            Aggregates.sum(Reading::value),
                            Aggregates.max(Comparator.comparingLong(Reading::value)),
                            (sum, max) -> sum + " " + max.map(Reading::value)));

            List<Reading> all = Stream.concat(
                            left.stream(),
                            right.stream().map(each -> new Reading(each.sensor(), each.time(), each.value() + 1000)))
                    .sorted(Comparator.comparingLong(Reading::time))
                    .toList();
            assertThat(new HashSet<>(results))
                    .as(window + ", seed " + seed)
                    .hasSameSizeAs(results)
                    .isEqualTo(Oracle.of(window, 0, all).results(OperationsTest::ofBothSides));
        }
    }

    /** Returns the expected result. Values of the second side are above 500, those of the first side below. */
    private static String ofBothSides(List<Reading> readings) {
        List<Long> left = readings.stream()
                .map(Reading::value)
                .filter(value -> value < 500)
                .toList();
        Optional<Long> sum = left.isEmpty()
                ? Optional.empty()
                : Optional.of(left.stream().mapToLong(Long::longValue).sum());
        Optional<Long> max = readings.stream()
                .map(Reading::value)
                .filter(value -> value > 500)
                .map(value -> value - 1000)
                .max(Long::compare);
        return sum + " " + max;
    }

    private static List<Reading> inOrder(Random random, int count) {
        List<Reading> readings = new ArrayList<>();
        long time = random.nextInt(100);
        for (int i = 0; i < count; i++) {
            time += random.nextInt(4);
            readings.add(new Reading(random.nextInt(10), time, random.nextInt(-100, 100)));
        }
        return readings;
    }

    /**
     * Uses events in order. The first event of any key that is the time to live after a state's latest event ends that
     * state.
     */
    @Test
    void statesEndAfterTimeToLive() throws InterruptedException {
        for (int run = 0; run < 40; run++) {
            long seed = System.nanoTime() + run;
            Random random = new Random(seed);
            long timeToLive = random.nextInt(40);
            List<Reading> readings = inOrder(random, 2000);
            List<String> results = run(Events.from(Source.of(readings), EventTime.of(Reading::time))
                    .keyLong(Reading::sensor)
                    .mapStateful(StatefulMap.<Long, Reading, List<Long>, String>of(
                                    ArrayList::new, (state, reading, time, out) -> {
                                        state.add(reading.value());
                                        if (state.size() % 3 == 0) {
                                            out.accept(reading.sensor() + " " + time + " " + state);
                                        }
                                    })
                            .timeToLive(Duration.ofMillis(timeToLive))
                            .onExpiry((key, state, out) -> out.accept(key + " ended with " + state))));

            assertThat(results)
                    .as("seed " + seed)
                    .containsExactlyInAnyOrderElementsOf(plainStates(readings, timeToLive));
        }
    }

    private static List<String> plainStates(List<Reading> readings, long timeToLive) {
        List<String> results = new ArrayList<>();
        Map<Long, List<Long>> states = new HashMap<>();
        Map<Long, Long> latest = new HashMap<>();
        long watermark = Long.MIN_VALUE;
        for (Reading reading : readings) {
            long key = reading.sensor();
            List<Long> state = states.computeIfAbsent(key, none -> new ArrayList<>());
            state.add(reading.value());
            latest.put(key, reading.time());
            if (state.size() % 3 == 0) {
                results.add(key + " " + reading.time() + " " + state);
            }
            if (reading.time() == watermark) {
                continue;
            }
            // The watermark rises after the event.
            watermark = reading.time();
            states.keySet().removeIf(each -> {
                boolean ends = requireNonNull(latest.get(each)) + timeToLive <= reading.time();
                if (ends) {
                    results.add(each + " ended with " + states.get(each));
                }
                return ends;
            });
        }
        states.forEach((key, state) -> results.add(key + " ended with " + state));
        return results;
    }

    /** Shortens the life of a state. The results of its end have the time of the expiry. */
    @Test
    void statesSetTheirExpiry() throws InterruptedException {
        List<String> results = run(numbers(100)
                .keyLong(number -> number < 10 ? number % 2 : 2)
                .mapStateful(StatefulMap.<Long, Long, long[], Long>of(
                                () -> new long[1], (state, number, time, out) -> state[0] = number)
                        .expiringAt((state, latest) -> state[0] == 9 ? 20 : latest + 50)
                        .onExpiry((key, state, out) -> out.accept(key)))
                .keyLong(key -> key)
                .window(Window.tumbling(Duration.ofMillis(1)))
                .aggregate(Aggregates.count())
                .map(result -> result.key() + " at " + result.start()));

        assertThat(results).containsExactlyInAnyOrder("1 at 20", "0 at 58", "2 at 149");
    }

    @Test
    void failureOfStatefulMapIsNamedOrSkipped() throws InterruptedException {
        StatefulMap<Long, Long, long[], Long> failing =
                StatefulMap.<Long, Long, long[], Long>of(() -> new long[1], (state, number, time, out) -> {
                    out.accept(number);
                    if (number % 2 == 1) {
                        throw new IllegalStateException("odd");
                    }
                });
        Job job = ENGINE.start(
                numbers(10).keyLong(number -> 0).mapStateful(failing).to(Sink.of(number -> {})));
        assertThatThrownBy(job::await)
                .isInstanceOf(JobException.class)
                .hasMessageContaining("the stateful map failed on 1");

        List<Long> results = new ArrayList<>();
        Job skipping = ENGINE.start(
                numbers(10).keyLong(number -> 0).mapStateful(failing).to(Sink.of(results::add)),
                JobOptions.DEFAULT.skippingFailures(true));
        skipping.await();
        assertThat(results).containsExactly(0L, 2L, 4L, 6L, 8L);
        assertThat(skipping.metrics().skipped()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void openWindowsGiveEarlyResults(boolean sessions) throws InterruptedException {
        PushSource<Long> source = new PushSource<>(10);
        BlockingQueue<WindowResult<Long, Long>> results = new LinkedBlockingQueue<>();
        Window window = sessions
                ? Window.session(Duration.ofHours(1))
                : Window.sliding(Duration.ofHours(2), Duration.ofHours(1));
        Job job = ENGINE.start(Events.from(source, TIMES)
                .keyLong(number -> number % 2)
                .window(window)
                .early(Duration.ofMillis(5))
                .aggregate(Aggregates.sum(Long::longValue))
                .to(Sink.of(results::add)));
        source.push(3L);
        WindowResult<Long, Long> first = results.take();
        assertThat(first.early()).isTrue();
        assertThat(first.value()).isEqualTo(3);
        source.push(5L);
        source.push(4L);
        Map<Long, Long> seen = new HashMap<>();
        while (!seen.equals(Map.of(1L, 8L, 0L, 4L))) {
            WindowResult<Long, Long> next = results.take();
            assertThat(next.early()).isTrue();
            seen.put(next.key(), next.value());
        }
        job.drain();
        job.await();

        List<WindowResult<Long, Long>> last =
                results.stream().filter(result -> !result.early()).toList();
        assertThat(last)
                .hasSize(sessions ? 2 : 4)
                .allSatisfy(result -> assertThat(result.value()).isEqualTo(result.key() == 1 ? 8 : 4));
    }

    /** Verifies that new keys evict old ones, and that the remaining keys have their correct values. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void oldKeysAreEvicted(int kind) throws InterruptedException {
        int max = 3200;
        int count = 40_000;
        Keyed<Long, Long> keyed = numbers(count).keyLong(number -> number / 2);
        Events<WindowResult<Long, Long>> events = switch (kind) {
            case 0 ->
                keyed.window(Window.sliding(Duration.ofDays(2), Duration.ofDays(1)))
                        .aggregate(Aggregates.count());
            case 1 -> keyed.window(Window.session(Duration.ofDays(1))).aggregate(Aggregates.count());
            default ->
                keyed.mapStateful(StatefulMap.<Long, Long, long[], WindowResult<Long, Long>>of(
                                () -> new long[1], (state, number, time, out) -> state[0]++)
                        .timeToLive(Duration.ofDays(1))
                        .onExpiry((key, state, out) -> out.accept(new WindowResult<>(key, 0, 0, state[0]))));
        };
        List<WindowResult<Long, Long>> results = new ArrayList<>();
        Job job = ENGINE.start(
                events.to(Sink.of(results::add)),
                JobOptions.DEFAULT.withMaxKeys(max).onKeyOverflow(KeyOverflow.EVICT));

        assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        HashSet<Long> keys = new HashSet<>();
        results.forEach(result -> keys.add(result.key()));
        assertThat(keys.size()).isBetween(max / 2, max);
        assertThat(job.metrics().evicted()).isEqualTo(count / 2 - keys.size());
        assertThat(keys).contains(count / 2 - 1L).doesNotContain(0L);
        // A key that an eviction splits has one event. Only a few keys can be split.
        assertThat(results.stream().filter(result -> result.value() != 2).count())
                .isLessThan(count / 2000);
    }

    @Test
    void timesFarFromPresentAreFailures() throws InterruptedException {
        InstantSource noon = InstantSource.fixed(Instant.ofEpochMilli(1_000_000));
        EventTime<Long> guarded = TIMES.within(Duration.ofSeconds(10), Duration.ofSeconds(1), noon);
        List<Long> times = List.of(990_000L, 1_001_000L, 1_001_001L, 989_999L, 1_000_500L);
        List<Long> results = new ArrayList<>();
        Job job = ENGINE.start(
                Events.from(Source.of(times), guarded).to(Sink.of(results::add)),
                JobOptions.DEFAULT.skippingFailures(true));
        job.await();
        assertThat(results).containsExactly(990_000L, 1_001_000L, 1_000_500L);
        assertThat(job.metrics().skipped()).isEqualTo(2);

        assertThatThrownBy(ENGINE.start(
                        Events.from(Source.of(List.of(1_001_001L)), guarded).to(Sink.of(number -> {})))::await)
                .hasMessageContaining("the event time failed on 1001001")
                .hasMessageContaining("PT1.001S in the future; at most PT1S is allowed");
    }

    @Test
    void metricsDescribeJob() throws InterruptedException {
        PushSource<Long> source = new PushSource<>(100);
        Job job = ENGINE.start(
                Events.from(source, TIMES)
                        .keyLong(number -> 0)
                        .window(Window.tumbling(Duration.ofMillis(10)))
                        .aggregate(Aggregates.count())
                        .to(Sink.of(result -> {})),
                JobOptions.DEFAULT.named("counting"));
        JobMetrics before = job.metrics();
        for (long i = 0; i < 1000; i++) {
            source.push(i);
        }
        job.drain();
        job.await();
        JobMetrics after = job.metrics();

        assertThat(job.name()).isEqualTo("counting");
        assertThat(after.tasklets())
                .extracting(TaskletMetrics::name)
                .hasSize(5)
                .startsWith("source 1")
                .endsWith("sink")
                .anyMatch(name -> name.contains("totals of sender 1"))
                .anyMatch(name -> name.contains("(operation 2) part 2"));
        assertThat(after.tasklets())
                .allSatisfy(tasklet -> assertThat(tasklet.busyNanos()).isPositive());
        assertThat(after.busy(0, before)).isBetween(0.0, 1.0);
        assertThat(after.eventsPerSecond(before)).isPositive();
        assertThat(after.queued()).isZero();
        assertThat(after.watermarkLag(5)).isZero();
        assertThat(after.results()).isEqualTo(100);
    }

    /**
     * Measures the memory of ten panes of counts per key, over two windows. Hazelcast Jet needs about 880 bytes per key
     * for this state.
     */
    @ParameterizedTest
    @ValueSource(ints = {10_000, 100_000})
    void countsUseFewBytesPerKey(int keys) throws InterruptedException {
        Iterable<Long> numbers = () -> LongStream.range(0, 20L * keys).iterator();
        Job job = ENGINE.start(Events.from(Source.of(numbers), EventTime.<Long>of(number -> number / keys * 100))
                .keyLong(number -> number % keys)
                .window(Window.sliding(Duration.ofSeconds(1), Duration.ofMillis(100)))
                .aggregate(Aggregates.count())
                .to(Sink.of(result -> {})));
        job.await();

        assertThat(job.metrics().results()).isEqualTo(29L * keys);
        assertThat(job.metrics().stateBytes()).isBetween(50L * keys, 176L * keys);
    }

    private static Events<Long> numbers(long count) {
        return Events.from(Source.of(LongStream.range(0, count).boxed().toList()), TIMES);
    }

    private static <R> List<R> run(Events<R> events) throws InterruptedException {
        List<R> results = new ArrayList<>();
        assertThat(ENGINE.start(events.to(Sink.of(results::add))).await()).isEqualTo(Job.Status.COMPLETED);
        return results;
    }
}
