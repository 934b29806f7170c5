package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/** Compares random windows over random events with {@link Oracle}. */
@Tag("oracle")
class RandomWindowTest {
    private static final int RUNS = 60;
    private static final Engine ENGINE = new Engine(2);

    /** An aggregate, and its plain computation over a list. */
    private record Case<R>(Aggregate<Reading, ?, R> aggregate, Function<List<Reading>, R> plain) {}

    private static final List<Case<?>> CASES = List.of(
            new Case<>(Aggregates.count(), readings -> (long) readings.size()),
            new Case<>(Aggregates.sum(Reading::value), RandomWindowTest::sum),
            new Case<>(Aggregates.average(Reading::value), readings -> (double) sum(readings) / readings.size()),
            new Case<>(
                    Aggregates.<Reading>max(Comparator.comparingLong(Reading::value))
                            .andThen(Reading::value),
                    readings -> readings.stream()
                            .map(Reading::value)
                            .max(Comparator.naturalOrder())
                            .orElseThrow()),
            new Case<>(
                    Aggregates.distinct(Reading::value),
                    readings -> readings.stream().map(Reading::value).distinct().count()),
            new Case<>(
                    Aggregates.allOf(
                            Aggregates.sum(Reading::value), Aggregates.distinct(Reading::value), List::<Long>of),
                    readings -> List.of(
                            sum(readings),
                            readings.stream().map(Reading::value).distinct().count())));

    @AfterAll
    static void close() {
        ENGINE.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void slidingWindowsMatchDefinition(int aggregate) throws InterruptedException {
        for (int run = 0; run < RUNS; run++) {
            long seed = System.nanoTime() + run;
            Random random = new Random(seed);
            long slide = random.nextInt(1, 60);
            long size = slide * random.nextInt(1, 8) + (random.nextInt(3) == 0 ? random.nextLong(slide) : 0);
            check(CASES.get(aggregate), new Window.Sliding(size, slide), random, seed);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 4})
    void sessionsMatchDefinition(int aggregate) throws InterruptedException {
        for (int run = 0; run < RUNS; run++) {
            long seed = System.nanoTime() + run;
            Random random = new Random(seed);
            check(CASES.get(aggregate), new Window.Session(random.nextInt(1, 80)), random, seed);
        }
    }

    private static <R> void check(Case<R> of, Window window, Random random, long seed) throws InterruptedException {
        long lag = random.nextInt(3) == 0 ? 0 : random.nextInt(250);
        List<Reading> readings = Reading.random(random, random.nextInt(3000), random.nextInt(1, 40));
        boolean objectKeys = random.nextBoolean();
        boolean offersLate = random.nextBoolean();
        String what = window + ", lag " + lag + ", " + (objectKeys ? "object" : "long") + " keys, late events "
                + (offersLate ? "offered" : "dropped") + ", seed " + seed;
        List<WindowResult<Long, R>> results = new ArrayList<>();
        ConcurrentLinkedQueue<Reading> late = new ConcurrentLinkedQueue<>();

        Events<Reading> events =
                Events.from(Source.of(readings), EventTime.of(Reading::time).lag(Duration.ofMillis(lag)));
        Keyed<Reading, Long> keyed = objectKeys ? events.key(Reading::sensor) : events.keyLong(Reading::sensor);
        Keyed<Reading, Long>.Windowed windowed = keyed.window(window);
        Job job = ENGINE.start((offersLate ? windowed.onLate(late::add) : windowed)
                .aggregate(of.aggregate())
                .to(Sink.of(results::add)));

        assertThat(job.await()).as(what).isEqualTo(Job.Status.COMPLETED);
        Oracle oracle = Oracle.of(window, lag, readings);
        assertThat(new HashSet<>(results)).as(what).hasSameSizeAs(results).isEqualTo(oracle.results(of.plain()));
        assertThat(job.metrics().late()).as(what).isEqualTo(oracle.late().size());
        assertThat(job.metrics().events()).as(what).isEqualTo(readings.size());
        if (offersLate) {
            assertThat(new HashSet<>(late)).as(what).isEqualTo(new HashSet<>(oracle.late()));
        }
    }

    private static long sum(List<Reading> readings) {
        return readings.stream().mapToLong(Reading::value).sum();
    }
}
