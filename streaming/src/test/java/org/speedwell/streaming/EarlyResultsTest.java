package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.view.Load;
import org.speedwell.streaming.view.View;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/** Verifies that early results do not change the final ones, at the shortest period possible. */
@Timeout(60)
@Tag("unit")
class EarlyResultsTest {
    private static final EventTime<Reading> TIMES = EventTime.of(Reading::time);
    private static final Duration SHORTEST_PERIOD = Duration.ofNanos(1);

    /**
     * The number of keys. One call of an operator cannot emit them all, so most windows are partly emitted at some
     * time.
     */
    private static final int KEYS = 20_000;

    private static final int WINDOWS = 12;

    @ParameterizedTest
    @CsvSource({"1, false", "1, true", "2, false", "2, true"})
    void finalResultsArriveOnce(int threads, boolean sessions) throws InterruptedException {
        Map<Long, Long> finals = new HashMap<>();
        List<Long> windows = new ArrayList<>();
        try (Engine engine = new Engine(threads)) {
            Job job = engine.start(Events.from(Source.of(readings()), TIMES)
                    .keyLong(Reading::sensor)
                    .window(sessions ? Window.session(Duration.ofMillis(5)) : Window.tumbling(Duration.ofMillis(10)))
                    .early(SHORTEST_PERIOD)
                    .aggregate(Aggregates.sum(Reading::value))
                    .filter(result -> !result.early())
                    .to(Sink.of(result -> {
                        finals.merge(result.key(), result.value(), Long::sum);
                        windows.add(result.end());
                    })));
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        }

        assertThat(windows).hasSize(KEYS * WINDOWS);
        assertThat(finals)
                .hasSize(KEYS)
                .allSatisfy((key, sum) -> assertThat(sum).isEqualTo(WINDOWS));
    }

    /** Emits results so slowly that each emission takes longer than the period. The job must still process events. */
    @Test
    void earlyResultsLeaveTimeForEvents() throws InterruptedException {
        PushSource<Reading> source = new PushSource<>(1000);
        try (Engine engine = new Engine(1)) {
            Job job = engine.start(Events.from(source, TIMES)
                    .keyLong(Reading::sensor)
                    .window(Window.tumbling(Duration.ofDays(1)))
                    .early(SHORTEST_PERIOD)
                    .aggregate(Aggregates.sum(Reading::value))
                    .to(Sink.of(result -> {})));
            for (int i = 0; i < 10 * KEYS; i++) {
                source.push(new Reading(i % KEYS, 1, 1));
            }
            job.drain();

            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
            assertThat(job.metrics().events()).isEqualTo(10L * KEYS);
        }
    }

    /** Joins early results with other rows. The result of such a join does not belong to a closed window either. */
    @ParameterizedTest
    @CsvSource({"1", "2"})
    void viewShowsOnlyClosedWindows(int threads) throws InterruptedException {
        View<Load> view = new View<>(Load.SCHEMA);
        PushSource<Reading> source = new PushSource<>(10);
        BlockingQueue<Boolean> seen = new LinkedBlockingQueue<>();
        boolean anyEarly = false;
        try (Engine engine = new Engine(threads)) {
            Events<WindowResult<Long, Long>> results = Events.from(source, TIMES)
                    .keyLong(Reading::sensor)
                    .window(Window.tumbling(Duration.ofSeconds(1)))
                    .early(Duration.ofMillis(1))
                    .aggregate(Aggregates.sum(Reading::value));
            Events<Reading> names = Events.from(Source.of(List.of(new Reading(1, 0, 0), new Reading(2, 0, 0))), TIMES);
            Job job = engine.start(results.map(result -> {
                        seen.add(result.early());
                        return result;
                    })
                    .keyLong(WindowResult::key)
                    .hashJoin(
                            names.keyLong(Reading::sensor),
                            (result, rows) -> new Load(result.key(), result.end(), rows.size(), result.value()))
                    .to(view));
            for (int i = 0; i < 10; i++) {
                source.push(new Reading(1, i, 1));
                source.push(new Reading(2, i, 2));
                for (int each = 0; each < 4; each++) {
                    anyEarly |= seen.take();
                }
            }
            assertThat(view.stream().count()).isZero();
            job.drain();
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        }

        assertThat(anyEarly).isTrue();
        assertThat(view.stream().toList()).containsExactly(new Load(1, 1000, 1, 10), new Load(2, 1000, 1, 20));
    }

    private static Iterable<Reading> readings() {
        return () -> IntStream.range(0, WINDOWS * KEYS)
                .mapToObj(i -> new Reading(i % KEYS, i / KEYS * 10L, 1))
                .iterator();
    }
}
