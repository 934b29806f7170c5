package org.speedwell.streaming;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.speedwell.streaming.PlainJob.Row;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.window.WindowResult;

/** A random job that a seed determines, with its expected results. */
final class RandomJob<R> {
    private static final Comparator<Reading> BY_VALUE = Comparator.comparingLong(Reading::value);

    /** An aggregate, and its plain computation over a list. */
    private record Case<R>(Aggregate<Reading, ?, R> aggregate, Function<List<Row>, R> plain) {}

    private static final List<Case<?>> CASES = List.of(
            new Case<>(Aggregates.count(), rows -> (long) rows.size()),
            new Case<>(Aggregates.sum(Reading::value), PlainJob::sum),
            new Case<>(Aggregates.average(Reading::value), rows -> (double) PlainJob.sum(rows) / rows.size()),
            new Case<>(
                    Aggregates.<Reading>min(BY_VALUE).andThen(Reading::value),
                    rows -> values(rows).min().orElseThrow()),
            new Case<>(
                    Aggregates.<Reading>top(3, BY_VALUE)
                            .andThen(top -> top.stream().map(Reading::value).toList()),
                    rows -> PlainJob.descending(rows, 3)),
            new Case<>(
                    Aggregates.distinct(Reading::value),
                    rows -> values(rows).distinct().count()),
            new Case<>(
                    Aggregates.<Reading>variance(Reading::value)
                            .andThen(moments -> List.of((double) moments.count(), rounded(moments.mean()))),
                    rows -> List.of(
                            (double) rows.size(), rounded(values(rows).average().orElseThrow()))),
            new Case<>(
                    Aggregates.allOf(
                            Aggregates.sum(Reading::value), Aggregates.distinct(Reading::value), List::<Long>of),
                    rows -> List.of(PlainJob.sum(rows), values(rows).distinct().count())),
            // The quantity of a key never changes. The order of two events at the same time therefore does not matter.
            new Case<>(Aggregates.<Reading>timeIntegral(RandomJob::quantity), RandomJob::integral),
            new Case<>(ofUsersOwn(true), RandomJob::sumAndSquares),
            new Case<>(ofUsersOwn(false), RandomJob::sumAndSquares));

    private final long seed;
    private final Case<R> of;
    private final RandomDefinition definition;
    private final PlainJob.Windows<R> expected;
    private final Collection<Reading> lateEvents = new ConcurrentLinkedQueue<>();

    private RandomJob(long seed, Case<R> of) {
        this.seed = seed;
        this.of = of;
        this.definition = new RandomDefinition(new Random(seed));
        this.expected = PlainJob.windows(definition.window(), definition.rows(), Reading::sensor, of.plain);
    }

    static RandomJob<?> of(long seed) {
        return new RandomJob<>(seed, CASES.get(new Random(~seed).nextInt(CASES.size())));
    }

    /** Returns the same pipeline in each call, with new sources. */
    Pipeline pipeline(Sink<WindowResult<Long, R>> sink, List<? extends Sink<Object>> tapped) {
        RandomDefinition again = new RandomDefinition(new Random(seed));
        Pipeline pipeline = again.windowed(lateEvents).aggregate(of.aggregate).to(sink);
        for (int i = 0; i < tapped.size(); i++) {
            pipeline = pipeline.and(again.taps().get(i).results().to("tap " + i, tapped.get(i)));
        }
        return pipeline;
    }

    /** Returns the expected results of the branches to separate sinks. */
    List<List<?>> tapped() {
        return definition.taps().stream()
                .<List<?>>map(RandomDefinition.Tap::expected)
                .toList();
    }

    PlainJob.Windows<R> expected() {
        return expected;
    }

    /** Returns the number of events that are late, over all windows. */
    long late() {
        return definition.late() + expected.late().size();
    }

    /** Returns the late events of the last window, if the job offers them. */
    Collection<Reading> lateEvents() {
        return lateEvents;
    }

    boolean offersLate() {
        return definition.offersLate();
    }

    /** Returns the number of events of all sources. */
    long events() {
        return definition.events();
    }

    int threads() {
        return definition.threads();
    }

    int restarts() {
        return definition.restarts();
    }

    boolean hasSilentSource() {
        return definition.hasSilentSource();
    }

    @Override
    public String toString() {
        return definition + ", aggregate " + CASES.indexOf(of);
    }

    private static LongStream values(List<Row> rows) {
        return rows.stream().mapToLong(row -> row.event().value());
    }

    /** Rounds a mean so that equal means compare as equal. The offset keeps halves away from the edges. */
    private static double rounded(double number) {
        return Math.floor(number * 1e6 + 0.123_456_7);
    }

    private static Aggregate<Reading, ?, List<Long>> ofUsersOwn(boolean deducts) {
        return Aggregate.<Reading, long[], List<Long>>of(
                () -> new long[2],
                (sums, reading, time) -> {
                    sums[0] += reading.value();
                    sums[1] += reading.value() * reading.value();
                },
                (sums, other) -> {
                    sums[0] += other[0];
                    sums[1] += other[1];
                },
                deducts
                        ? (sums, other) -> {
                            sums[0] -= other[0];
                            sums[1] -= other[1];
                        }
                        : null,
                sums -> List.of(sums[0], sums[1]));
    }

    private static double integral(List<Row> rows) {
        LongSummaryStatistics times = rows.stream().mapToLong(Row::time).summaryStatistics();
        return (double) quantity(rows.getFirst().event()) * (times.getMax() - times.getMin());
    }

    /** Returns a quantity so small that the integral is exact. */
    private static long quantity(Reading reading) {
        return Math.floorMod(reading.sensor(), 8);
    }

    private static List<Long> sumAndSquares(List<Row> rows) {
        return List.of(
                PlainJob.sum(rows), values(rows).map(value -> value * value).sum());
    }
}
