package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.field.DoubleField;
import com.speedment.runtime.field.LongField;
import com.speedment.runtime.field.StringField;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.table.TableSchema;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.view.View;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/**
 * Tests extreme values and failing functions: infinite numbers, nulls, the longest durations, and functions that throw.
 */
@Timeout(60)
@Tag("fault")
class ExtremesTest {
    private static final EventTime<Long> TIMES = EventTime.of(number -> 0);
    private static final Duration EVER = Duration.ofSeconds(Long.MAX_VALUE);
    private static final Engine ENGINE = new Engine(2);

    /** A row of a view. */
    public record Named(long id, double mean, @Nullable String name) {
        static final TableSchema<Named> SCHEMA = TableSchema.ofRecord(Named.class);
        static final LongField<Named, Long> ID = SCHEMA.longField("id", Named::id);
        static final DoubleField<Named, Double> MEAN = SCHEMA.doubleField("mean", Named::mean);
        static final StringField<Named, String> NAME = SCHEMA.stringField("name", Named::name);
    }

    @AfterAll
    static void close() {
        ENGINE.close();
    }

    @Test
    void windowsAreBounded() {
        assertThatThrownBy(() -> Window.session(EVER)).hasMessageContaining("2^60");
        assertThatThrownBy(() -> Window.session(Duration.ofMillis(Long.MAX_VALUE)))
                .hasMessageContaining("2^60");
        assertThatThrownBy(() -> Window.tumbling(EVER)).hasMessageContaining("2^60");
        assertThatThrownBy(() -> Window.tumbling(Duration.ofNanos(1_500_000)))
                .hasMessageContaining("whole milliseconds");
        assertThatThrownBy(() -> Window.sliding(Duration.ofDays(36_500), Duration.ofMillis(1)))
                .hasMessageContaining("each event would be in");
        assertThatThrownBy(() -> TIMES.idleAfter(Duration.ZERO)).hasMessageContaining("above zero");
    }

    @Test
    void longestDurationsAreHandled() throws InterruptedException {
        long longest = 1L << 60;
        List<Reading> readings = List.of(new Reading(1, -longest, 1), new Reading(1, longest, 2));
        EventTime<Reading> times = EventTime.of(Reading::time).lag(EVER).idleAfter(EVER);
        assertThat(run(Events.from(Source.of(readings), times)
                        .keyLong(Reading::sensor)
                        .window(new Window.Session(longest))
                        .early(EVER)
                        .aggregate(Aggregates.sum(Reading::value))))
                .containsExactlyInAnyOrder(
                        new WindowResult<>(1L, -longest, 0, 1L), new WindowResult<>(1L, longest, 2 * longest, 2L));
        assertThat(run(Events.from(Source.of(readings), times)
                        .window(new Window.Sliding(longest, longest))
                        .aggregate(Aggregates.sum(Reading::value))))
                .containsExactlyInAnyOrder(
                        new WindowResult<>(0L, -longest, 0, 1L), new WindowResult<>(0L, longest, 2 * longest, 2L));
    }

    @Test
    void aggregatesOfDoublesHandleInfinity() throws InterruptedException {
        double max = Double.MAX_VALUE;
        double infinite = Double.POSITIVE_INFINITY;
        assertThat(doubles(Aggregates.sumDouble(Double::doubleValue), 0.1, 0.2, 0.3))
                .isEqualTo(0.6);
        assertThat(doubles(Aggregates.averageDouble(Double::doubleValue), 1.0, 2.0))
                .isEqualTo(1.5);
        assertThat(doubles(Aggregates.sumDouble(Double::doubleValue), infinite, 1.0))
                .isEqualTo(infinite);
        assertThat(doubles(Aggregates.sumDouble(Double::doubleValue), infinite, -infinite))
                .isNaN();
        for (double[] numbers : new double[][] {{infinite, 1}, {1, infinite}, {infinite, infinite}}) {
            assertThat(doubles(Aggregates.<Double>variance(d -> d).andThen(m -> m.mean()), numbers))
                    .isEqualTo(infinite);
        }
        assertThat(doubles(Aggregates.<Double>variance(d -> d).andThen(m -> m.mean()), infinite, -infinite))
                .isNaN();
        assertThat(doubles(Aggregates.<Double>variance(d -> d).andThen(m -> m.mean()), max, -max))
                .isZero();
    }

    @Test
    void severalAggregatesShareEvents() throws InterruptedException {
        assertThat(run(numbers(10)
                                .window(Window.tumbling(Duration.ofDays(1)))
                                .aggregate(Aggregates.allOf(
                                        Aggregates.count(),
                                        Aggregates.sum(Long::longValue),
                                        Aggregates.averageDouble(Long::doubleValue),
                                        Aggregates.max(Comparator.naturalOrder()),
                                        List::of)))
                        .getFirst()
                        .value())
                .isEqualTo(List.of(10L, 45L, 4.5, 9L));
    }

    /** Verifies that an event that fails in one part of an aggregate counts in none of its parts. */
    @Test
    void failedEventIsInNoPartOfAggregate() throws InterruptedException {
        Aggregate<Long, ?, Long> evens = Aggregates.sum(ExtremesTest::even);
        Aggregate<Long, ?, Long> evenOnes =
                Aggregates.<Long>variance(ExtremesTest::even).andThen(m -> m.count());
        Aggregate<Long, ?, Long> all =
                Aggregates.<Long>variance(number -> number).andThen(m -> m.count());
        for (Aggregate<Long, ?, List<Long>> both : List.<Aggregate<Long, ?, List<Long>>>of(
                Aggregates.allOf(Aggregates.count(), evens, (a, b) -> List.of(a, b / 4)),
                Aggregates.allOf(Aggregates.count(), evenOnes, List::<Long>of),
                Aggregates.allOf(evenOnes, Aggregates.count(), List::<Long>of),
                Aggregates.allOf(all, evenOnes, List::<Long>of),
                Aggregates.allOf(evenOnes, all, List::<Long>of))) {
            List<WindowResult<Long, List<Long>>> results = new ArrayList<>();
            Job job = ENGINE.start(
                    numbers(10)
                            .window(Window.tumbling(Duration.ofDays(1)))
                            .aggregate(both)
                            .to(Sink.of(results::add)),
                    JobOptions.DEFAULT.skippingFailures(true));
            job.await();
            assertThat(job.metrics().skipped()).isEqualTo(5);
            assertThat(results.getFirst().value()).isEqualTo(List.of(5L, 5L));
        }
    }

    @Test
    void failureInAggregateOrKeyIsNamed() {
        assertFails("the aggregate's combine failed on key 7", failing(true, false));
        assertFails("the aggregate's deduct failed on key 7", failing(false, true));
        Job job = ENGINE.start(numbers(2)
                .key(number -> new Broken())
                .window(Window.tumbling(Duration.ofDays(1)))
                .aggregate(Aggregates.count())
                .to(Sink.of(result -> {})));
        assertThatThrownBy(job::await)
                .isInstanceOf(JobException.class)
                .hasMessageContaining("equals or hashCode of key a broken key")
                .hasRootCauseMessage("on purpose");
    }

    private static void assertFails(String message, Aggregate<Long, ?, Long> aggregate) {
        Job job = ENGINE.start(Events.from(Source.of(List.of(0L, 10L, 20L, 30L)), EventTime.of(Long::longValue))
                .keyLong(number -> 7)
                .window(Window.sliding(Duration.ofMillis(20), Duration.ofMillis(10)))
                .aggregate(aggregate)
                .to(Sink.of(result -> {})));
        assertThatThrownBy(job::await)
                .isInstanceOf(JobException.class)
                .hasMessageContaining(message)
                .hasRootCauseMessage("on purpose");
    }

    private static Aggregate<Long, ?, Long> failing(boolean combining, boolean deducting) {
        return Aggregate.<Long, long[], Long>of(
                () -> new long[1],
                (sum, number, time) -> sum[0] += number,
                (sum, other) -> failIf(combining),
                (sum, other) -> failIf(deducting),
                sum -> sum[0]);
    }

    private static void failIf(boolean fails) {
        if (fails) {
            throw new IllegalStateException("on purpose");
        }
    }

    /** A key whose {@code equals} throws. */
    private static final class Broken {
        @Override
        public boolean equals(@Nullable Object other) {
            throw new IllegalStateException("on purpose");
        }

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public String toString() {
            return "a broken key";
        }
    }

    @Test
    void nullEventIsSkippedOrReported() throws InterruptedException {
        List<Long> results = new ArrayList<>();
        Events<Long> events = Events.from(Source.of(Arrays.asList(1L, null, 3L)), TIMES);
        Job job = ENGINE.start(events.to(Sink.of(results::add)), JobOptions.DEFAULT.skippingFailures(true));
        job.await();
        assertThat(results).containsExactly(1L, 3L);
        assertThat(job.metrics().skipped()).isEqualTo(1);
        assertThatThrownBy(() -> ENGINE.start(events.to(Sink.of(results::add))).await())
                .isInstanceOf(JobException.class)
                .hasMessageContaining("event 2 of the iterable");
    }

    /** Stores records in a view. NaN is not greater than any number. */
    @Test
    void viewServesRecordsNullsAndNaN() throws InterruptedException {
        List<Named> rows = List.of(
                new Named(1, 90, "a"), new Named(2, Double.NaN, null), new Named(3, Double.POSITIVE_INFINITY, "c"));
        View<Named> view = new View<>(Named.SCHEMA);
        ENGINE.start(Events.from(Source.of(rows), EventTime.<Named>ofInstant(row -> Instant.EPOCH))
                        .to(view))
                .await();

        assertThat(view.stream().toList()).isEqualTo(rows);
        assertThat(view.get(2L)).contains(rows.get(1));
        assertThat(view.stream().filter(Named.MEAN.greaterThan(80.0)).count()).isEqualTo(2);
        assertThat(view.stream().filter(Named.MEAN.greaterOrEqual(80.0)).toList())
                .hasSize(2);
        assertThat(view.stream().filter(Named.MEAN.lessThan(80.0)).count()).isZero();
        assertThat(view.stream().filter(Named.MEAN.notEqual(90.0)).count()).isEqualTo(2);
        assertThat(view.stream().filter(Named.NAME.isNull()).map(Named::id).toList())
                .containsExactly(2L);
    }

    @Test
    void recordNeedsColumnForEachComponent() {
        TableSchema<Named> schema = TableSchema.ofRecord(Named.class);
        schema.longField("id", Named::id);
        assertThatThrownBy(() -> new View<>(schema)).hasMessageContaining("Component mean of");
        assertThatThrownBy(() -> schema.longField("mean", Named::id))
                .hasMessageContaining("has no component long mean");
    }

    /** Joins with a bounded side that has more keys than the limit. The join keeps the keys that it reads last. */
    @Test
    void hashJoinEvictsKeys() throws InterruptedException {
        List<Long> found = new ArrayList<>();
        Job job = ENGINE.start(
                numbers(10_000)
                        .keyLong(number -> number)
                        .hashJoin(
                                numbers(10_000).keyLong(number -> number),
                                (number, rows) -> rows.isEmpty() ? -1 : number)
                        .filter(number -> number >= 0)
                        .to(Sink.of(found::add)),
                JobOptions.DEFAULT.withMaxKeys(1600).onKeyOverflow(KeyOverflow.EVICT));
        job.await();
        assertThat(found.size()).isBetween(800, 1600);
        assertThat(found).contains(9_999L).doesNotContain(0L);
        assertThat(job.metrics().evicted()).isEqualTo(10_000 - found.size());
    }

    @Test
    void awaitEndsAtTimeout() throws InterruptedException {
        PushSource<Long> source = new PushSource<>(1);
        Job job = ENGINE.start(Events.from(source, TIMES).to(Sink.of(number -> {})));
        assertThat(job.await(Duration.ofMillis(1))).isEmpty();
        source.stop();
        assertThat(job.await(EVER)).contains(Job.Status.COMPLETED);
    }

    private static long even(long number) {
        if (number % 2 == 1) {
            throw new IllegalArgumentException("odd");
        }
        return number;
    }

    private static Events<Long> numbers(int count) {
        return Events.from(Source.of(LongStream.range(0, count).boxed().toList()), TIMES);
    }

    private static double doubles(Aggregate<Double, ?, Double> aggregate, double... numbers)
            throws InterruptedException {
        return run(Events.from(Source.of(Arrays.stream(numbers).boxed().toList()), EventTime.<Double>of(number -> 0))
                        .window(Window.tumbling(Duration.ofDays(1)))
                        .aggregate(aggregate))
                .getFirst()
                .value();
    }

    private static <R> List<R> run(Events<R> events) throws InterruptedException {
        List<R> results = new ArrayList<>();
        ENGINE.start(events.to(Sink.of(results::add))).await();
        return results;
    }
}
