package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.keyed.SideOutput;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.keyed.TooManyKeysException;
import org.speedwell.streaming.window.Window;

/** Joins, side outputs and alarms: their errors, extreme times, failing functions, and what {@code explain} shows. */
@Timeout(60)
@Tag("fault")
class JoinTest {
    private static final Engine ENGINE = new Engine(2);
    private static final EventTime<Long> TIMES = EventTime.of(Long::longValue);
    private static final Duration EVER = Duration.ofSeconds(Long.MAX_VALUE);
    private static final Duration SECOND = Duration.ofSeconds(1);

    @AfterAll
    static void close() {
        ENGINE.close();
    }

    @Test
    void wrongDefinitionsAreRejected() {
        Keyed<Long, Long> numbers = numbers(1).keyLong(number -> number);
        Keyed<Long, Long> objects = numbers(1).key(number -> number);
        assertThatThrownBy(() -> numbers.intervalJoin(numbers, SECOND, Duration.ZERO))
                .hasMessageContaining("from PT1S to PT0S, but must not end before it starts");
        assertThatThrownBy(() -> numbers.intervalJoin(numbers, Duration.ofNanos(1), SECOND))
                .hasMessageContaining("The start of the interval")
                .hasMessageContaining("whole milliseconds");
        assertThatThrownBy(() -> numbers.intervalJoin(objects, Duration.ZERO, SECOND))
                .hasMessageContaining("keyLong");
        assertThatThrownBy(() -> numbers.asOfJoin(objects)).hasMessageContaining("keyLong");
        assertThatThrownBy(() -> numbers.asOfJoin(numbers).timeToLive(Duration.ofMillis(-1)))
                .hasMessageContaining("must be zero or more");
        assertThatThrownBy(() -> numbers.deduplicate(Duration.ZERO)).hasMessageContaining("above zero");
        Keyed<Long, Long>.Windowed sessions = numbers.window(Window.session(SECOND));
        assertThatThrownBy(() -> sessions.top(1, Aggregates.count(), Comparator.naturalOrder()))
                .hasMessageContaining("Use tumbling or sliding windows");
        Keyed<Long, Long>.Windowed tumbling = numbers.window(Window.tumbling(SECOND));
        assertThatThrownBy(() -> tumbling.early(SECOND).top(1, Aggregates.count(), Comparator.naturalOrder()))
                .hasMessageContaining("without early");
        assertThatThrownBy(() -> tumbling.top(0, Aggregates.count(), Comparator.naturalOrder()))
                .hasMessageContaining("n is 0");
    }

    @Test
    void sideOutputsMustBeDeclared() {
        SideOutput<Long> declared = SideOutput.named("declared");
        SideOutput<Long> other = SideOutput.named("other");
        assertThatThrownBy(() -> SideOutput.named(" ")).hasMessageContaining("must not be blank");
        Events<Long> events = numbers(1).mapMulti((number, results) -> results.side(other, number), declared);
        assertThatThrownBy(() -> events.side(other)).hasMessageContaining("does not have the side output \"other\"");
        assertThatThrownBy(() -> events.map(number -> number).side(declared))
                .hasMessageContaining("call side directly on the results");
        assertThatThrownBy(() -> run(events))
                .hasRootCauseMessage("The operation does not declare the side output \"other\". Pass it to sideOutputs"
                        + " of the StatefulMap, or to mapMulti.");
    }

    /** Verifies that all parts of an operation with a name and side outputs form one vertex. */
    @Test
    void explainShowsJoinsAndSideOutputs() throws InterruptedException {
        SideOutput<LateEvent<Long>> late = SideOutput.named("late");
        Events<Long> numbers = numbers(100);
        Events<Long> sums = numbers.keyLong(number -> number % 7)
                .intervalJoin(numbers.keyLong(number -> number % 7), Duration.ZERO, SECOND)
                .lateTo(late)
                .inner(Long::sum)
                .named("sums");
        Job job = ENGINE.start(
                sums.to("all", Sink.of(sum -> {})).and(sums.side(late).to("too late", Sink.of(event -> {}))));
        job.await();
        assertThat(job.explain())
                .contains("sums", "side output \"late\"", "too late")
                .doesNotContain("warning");
        Events<Long> unnamed = numbers(10)
                .keyLong(number -> 0)
                .asOfJoin(numbers(10).keyLong(number -> 0))
                .inner(Long::sum);
        Job two = ENGINE.start(unnamed.to(Sink.of(sum -> {})));
        two.await();
        assertThat(two.explain())
                .contains("as-of join (operation ")
                .contains("which events are late depends on which of source 1 and source 2 is ahead");
    }

    @Test
    void longestIntervalsJoinEverything() throws InterruptedException {
        long longest = 1L << 60;
        List<Long> times = List.of(-longest, 0L, longest);
        Keyed<Long, Long> keyed = Events.from(Source.of(times), TIMES.lag(EVER)).keyLong(time -> 1);
        assertThat(run(keyed.intervalJoin(keyed, EVER.negated(), EVER).inner((one, other) -> one + "/" + other)))
                .as("all pairs except those of both ends, because an interval has at most 2^60 ms on each side")
                .hasSize(7);
        assertThat(run(keyed.intervalJoin(keyed, EVER, EVER).leftOuter((one, other) -> one + "/" + other.isPresent())))
                .hasSize(3)
                .contains("0/true", longest + "/true"); // both intervals are cut off at the limit
        assertThat(run(keyed.intervalJoin(keyed, Duration.ZERO, time -> Long.MAX_VALUE)
                        .grouped((one, others) -> one + "/" + others.size())))
                .containsExactlyInAnyOrder(-longest + "/3", "0/2", longest + "/1");
        assertThat(run(keyed.asOfJoin(keyed).timeToLive(EVER).inner((one, other) -> one + "/" + other)))
                .containsExactlyInAnyOrderElementsOf(
                        times.stream().map(time -> time + "/" + time).toList());
        assertThat(run(keyed.deduplicate(EVER))).containsExactlyElementsOf(times);
    }

    /** Verifies that a failing function skips the event, and that the job names the operation otherwise. */
    @Test
    void failingFunctionSkipsEvent() throws InterruptedException {
        Keyed<Long, Long> keyed = numbers(10).keyLong(number -> number);
        Events<Long> pairs =
                keyed.intervalJoin(keyed, Duration.ZERO, Duration.ZERO).inner((one, other) -> failing(one));
        assertThatThrownBy(() -> run(pairs)).hasMessageContaining("the interval join");
        assertThat(skipping(pairs)).hasSize(9);
        Events<Long> valid = keyed.asOfJoin(keyed).inner((one, other) -> failing(one));
        assertThatThrownBy(() -> run(valid)).hasMessageContaining("the alarm of the as-of join");
        assertThat(skipping(valid)).hasSize(9);
        Events<Long> alarmed = keyed.mapStateful(StatefulMap.<Long, Long, long[], Long>of(
                        () -> new long[1], (state, number, time, results) -> {})
                .onAlarm((state, latest) -> latest + 1, (key, state, time, results) -> results.accept(failing(key))));
        assertThatThrownBy(() -> run(alarmed)).hasMessageContaining("the alarm of the stateful map");
        assertThat(skipping(alarmed)).hasSize(9);
    }

    private static long failing(long number) {
        if (number == 5) {
            throw new IllegalStateException("on purpose");
        }
        return number;
    }

    @Test
    void resultTimesHaveLimits() {
        Events<Long> results = numbers(1).mapMulti((number, times) -> times.accept(number, Long.MAX_VALUE));
        assertThatThrownBy(() -> run(results)).rootCause().hasMessageContaining("must be within ±2^60 ms");
    }

    /** Verifies that an alarm without a later time rings once for each event. */
    @Test
    void alarmRingsOnce() throws InterruptedException {
        assertThat(run(Events.from(Source.of(List.of(0L, 100L, 200L)), TIMES)
                        .keyLong(number -> Math.min(number, 1))
                        .mapStateful(StatefulMap.<Long, Long, long[], String>of(
                                        () -> new long[1], (count, number, time, results) -> count[0]++)
                                .onAlarm(
                                        (count, latest) -> latest + 60,
                                        (key, count, time, results) ->
                                                results.accept(key + ": " + count[0] + " at " + time)))))
                .containsExactlyInAnyOrder("0: 1 at 60", "1: 2 at 260");
    }

    /** Verifies that a join of too many keys stops, or evicts the keys that leave first. */
    @Test
    void keysOfJoinsAreLimited() throws InterruptedException {
        Keyed<Long, Long> keyed = numbers(1000).keyLong(number -> number);
        Events<Long> pairs =
                keyed.intervalJoin(keyed, Duration.ZERO, Duration.ofHours(1)).inner(Long::sum);
        JobOptions few = JobOptions.DEFAULT.withMaxKeys(100);
        assertThatThrownBy(
                        () -> ENGINE.start(pairs.to(Sink.of(pair -> {})), few).await())
                .hasRootCauseInstanceOf(TooManyKeysException.class);
        Job evicting = ENGINE.start(pairs.to(Sink.of(pair -> {})), few.onKeyOverflow(KeyOverflow.EVICT));
        assertThat(evicting.await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(evicting.metrics().evicted()).isPositive();
        Events<Long> narrow =
                keyed.intervalJoin(keyed, Duration.ZERO, Duration.ofMillis(10)).inner(Long::sum);
        assertThat(ENGINE.start(narrow.to(Sink.of(pair -> {})), few).await()).isEqualTo(Job.Status.COMPLETED);
    }

    /** Verifies that keys with equal results need an order only then. */
    @Test
    void topNeedsOrderOfKeys() throws InterruptedException {
        record Unordered(long id) {}
        assertThatThrownBy(() -> run(numbers(10)
                        .key(Unordered::new)
                        .window(Window.tumbling(SECOND))
                        .top(3, Aggregates.count(), Comparator.naturalOrder())))
                .rootCause()
                .hasMessageContaining("Unordered is not Comparable");
        assertThat(run(numbers(10)
                                .key(Unordered::new)
                                .window(Window.tumbling(SECOND))
                                .top(3, Aggregates.sum(number -> number), Comparator.naturalOrder()))
                        .getFirst()
                        .value())
                .extracting(result -> result.value())
                .containsExactly(9L, 8L, 7L);
    }

    /** Verifies that a lookup sees what the clock covers, and waits for it. */
    @Test
    void lookupWaitsForClock() throws InterruptedException {
        PushSource<Long> clock = new PushSource<>(10);
        PushSource<Long> events = new PushSource<>(10);
        AtomicLong reached = new AtomicLong();
        BlockingQueue<String> found = new LinkedBlockingQueue<>();
        Job job = ENGINE.start(Events.from(events, TIMES)
                .keyLong(number -> number % 3)
                .enrichAsOf(
                        Events.from(clock, TIMES),
                        (number, moment) -> Optional.of(moment.toEpochMilli() + " of " + reached.get()),
                        (number, row) -> number + ": " + row.orElseThrow())
                .to(Sink.of(found::add)));
        events.push(10L);
        events.push(20L);
        events.push(1000L);
        reached.set(15);
        clock.push(11L);
        assertThat(found.take()).isEqualTo("10: 10 of 15");
        reached.set(25);
        clock.push(25L);
        assertThat(found.take()).isEqualTo("20: 20 of 25");
        assertThat(found).isEmpty();
        events.push(5L); // late, because both watermarks have passed it
        assertThat(found.take()).isEqualTo("5: 5 of 25");
        job.drain();
        assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(found.take()).isEqualTo("1000: 1000 of 25");
    }

    private static Events<Long> numbers(int count) {
        return Events.from(Source.of(LongStream.range(0, count).boxed().toList()), TIMES);
    }

    private static <E> List<E> run(Events<E> events) throws InterruptedException {
        return run(events, JobOptions.DEFAULT);
    }

    private static <E> List<E> skipping(Events<E> events) throws InterruptedException {
        return run(events, JobOptions.DEFAULT.skippingFailures(true));
    }

    private static <E> List<E> run(Events<E> events, JobOptions options) throws InterruptedException {
        List<E> results = new ArrayList<>();
        ENGINE.start(events.to(Sink.of(results::add)), options).await();
        return results;
    }
}
