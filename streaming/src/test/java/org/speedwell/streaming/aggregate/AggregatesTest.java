package org.speedwell.streaming.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.streaming.Reading;

/**
 * Compares each aggregate over random readings with its definition. The test combines partial aggregates, and deducts
 * some again.
 */
@Tag("oracle")
class AggregatesTest {
    private static final double CLOSE = 1e-6;

    @Test
    void countsSumsAndAveragesMatchDefinition() {
        check(Aggregates.count(), readings -> (long) readings.size());
        check(Aggregates.sum(Reading::value), AggregatesTest::sum);
        check(Aggregates.average(Reading::value), readings -> (double) sum(readings) / readings.size());
    }

    @Test
    void extremesMatchDefinition() {
        Comparator<Reading> byValue = Comparator.comparingLong(Reading::value);
        check(
                Aggregates.min(byValue).andThen(Reading::value),
                readings -> readings.stream().min(byValue).orElseThrow().value());
        check(
                Aggregates.max(byValue).andThen(Reading::value),
                readings -> readings.stream().max(byValue).orElseThrow().value());
        check(
                Aggregates.top(5, byValue).andThen(AggregatesTest::values),
                readings -> values(
                        readings.stream().sorted(byValue.reversed()).limit(5).toList()));
        assertThatThrownBy(() -> Aggregates.top(0, byValue)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void distinctCountMatchesDefinition() {
        check(
                Aggregates.distinct(Reading::value),
                readings -> readings.stream().map(Reading::value).distinct().count());
    }

    @Test
    void compositionMatchesDefinition() {
        check(
                Aggregates.allOf(Aggregates.count(), Aggregates.sum(Reading::value), List::of),
                readings -> List.of((long) readings.size(), sum(readings)));
    }

    @Test
    void varianceMatchesDefinition() {
        for (int run = 0; run < 100; run++) {
            long seed = System.nanoTime() + run;
            List<Reading> readings = readings(seed);
            Moments moments = inParts(Aggregates.variance(Reading::value), readings, new Random(seed));
            double mean = (double) sum(readings) / readings.size();
            double variance = readings.stream()
                    .mapToDouble(reading -> (reading.value() - mean) * (reading.value() - mean))
                    .average()
                    .orElseThrow();
            assertThat(moments.count()).as("seed " + seed).isEqualTo(readings.size());
            assertThat(moments.mean()).as("seed " + seed).isCloseTo(mean, within(CLOSE));
            assertThat(moments.variance()).as("seed " + seed).isCloseTo(variance, within(CLOSE));
            assertThat(moments.standardDeviation()).as("seed " + seed).isEqualTo(Math.sqrt(moments.variance()));
        }
        assertThat(new Moments(1, 7, 0).sampleVariance()).isNaN();
        assertThat(new Moments(4, 7, 3).sampleVariance()).isEqualTo(4);
    }

    @Test
    void integralIsSumOfTrapezoids() {
        for (int run = 0; run < 100; run++) {
            long seed = System.nanoTime() + run;
            List<Reading> readings = distinctTimes(readings(seed));
            double integral = inParts(Aggregates.timeIntegral(Reading::value), readings, new Random(seed));
            List<Reading> inOrder = readings.stream()
                    .sorted(Comparator.comparingLong(Reading::time))
                    .toList();
            double expected = 0;
            for (int i = 1; i < inOrder.size(); i++) {
                Reading before = inOrder.get(i - 1);
                Reading now = inOrder.get(i);
                expected += (now.time() - before.time()) * (before.value() + now.value()) / 2.0;
            }
            assertThat(integral).as("seed " + seed).isCloseTo(expected, within(CLOSE));
        }
    }

    private static <A, R> void check(Aggregate<Reading, A, R> aggregate, Function<List<Reading>, R> plain) {
        for (int run = 0; run < 100; run++) {
            long seed = System.nanoTime() + run;
            List<Reading> readings = readings(seed);
            assertThat(inParts(aggregate, readings, new Random(seed)))
                    .as("seed " + seed)
                    .isEqualTo(plain.apply(readings));
        }
    }

    private static <A, R> R inParts(Aggregate<Reading, A, R> aggregate, List<Reading> readings, Random random) {
        A whole = aggregate.create();
        int from = 0;
        while (from < readings.size()) {
            int to = random.nextInt(from, readings.size()) + 1;
            aggregate.combine(whole, accumulate(aggregate, readings.subList(from, to)));
            from = to;
        }
        if (aggregate.isDeductible()) {
            A part = accumulate(aggregate, readings.subList(0, random.nextInt(readings.size())));
            aggregate.combine(whole, part);
            aggregate.deduct(whole, part);
        } else {
            assertThatThrownBy(() -> aggregate.deduct(whole, aggregate.create()))
                    .isInstanceOf(UnsupportedOperationException.class);
        }
        return aggregate.finish(whole);
    }

    private static <A> A accumulate(Aggregate<Reading, A, ?> aggregate, List<Reading> readings) {
        A accumulator = aggregate.create();
        readings.forEach(reading -> aggregate.accumulate(accumulator, reading, reading.time()));
        return accumulator;
    }

    private static List<Reading> readings(long seed) {
        Random random = new Random(seed);
        return random.ints(random.nextInt(1, 100), -50, 50)
                .mapToObj(value -> new Reading(0, random.nextInt(1000), value))
                .toList();
    }

    private static List<Reading> distinctTimes(List<Reading> readings) {
        List<Reading> distinct = new ArrayList<>();
        for (Reading reading : readings) {
            if (distinct.stream().noneMatch(other -> other.time() == reading.time())) {
                distinct.add(reading);
            }
        }
        return distinct;
    }

    private static List<Long> values(List<Reading> readings) {
        return readings.stream().map(Reading::value).toList();
    }

    private static long sum(List<Reading> readings) {
        return readings.stream().mapToLong(Reading::value).sum();
    }
}
