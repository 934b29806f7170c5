package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/** Tests several sources that pass their events directly to one operator on the same thread. */
@Timeout(60)
@Tag("unit")
class HandOverTest {
    private static final EventTime<Reading> TIMES = EventTime.of(Reading::time);

    /** The number of keys. One call of an operator cannot emit them all, so a window is partly emitted at some time. */
    private static final int KEYS = 20_000;

    /** Polls a sparse source rarely. The operator may have sent its batch since the last poll, which found no event. */
    @Test
    void sparseSourceDoesNotLoseEventsBesideBusySource() throws InterruptedException {
        int count = 100_000;
        int[] asked = {0};
        Collected<Long> sums = new Collected<>();
        Source<Reading> busy = new Waiting(
                LongStream.range(0, count).mapToObj(i -> new Reading(i, i, 1)).toList(), () -> true);
        Source<Reading> sparse = new Waiting(List.of(new Reading(0, 0, count)), () -> ++asked[0] > 50);

        try (Engine engine = new Engine(1)) {
            Job job = engine.start(Events.from(List.of(busy, sparse), TIMES)
                    .keyLong(reading -> 0)
                    .mapStateful(StatefulMap.<Long, Reading, long[], Long>of(
                            () -> new long[1], (sum, reading, time, into) -> {
                                sum[0] += reading.value();
                                into.accept(sum[0]);
                            }))
                    .to(sums));
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        }

        assertThat(sums.events()).hasSize(count + 1).isSorted();
        assertThat(sums.events().getLast()).isEqualTo(2L * count);
    }

    /**
     * Sends an event while a window is partly emitted. The event must wait: the window is already closed, also for the
     * keys that follow.
     */
    @Test
    void eventWaitsWhileWindowIsEmitted() throws InterruptedException {
        boolean[] isClosing = {false};
        Reading last = new Reading(KEYS - 1, 15, 1);
        Stream<Reading> all = LongStream.range(0, 2 * KEYS).mapToObj(i -> new Reading(i % KEYS, i < KEYS ? 5 : 15, 1));
        Source<Reading> busy = new Waiting(
                Stream.concat(all, Stream.of(new Reading(0, 25, 1)))
                        .peek(reading -> isClosing[0] = reading.time() == 25)::iterator,
                () -> true);
        Source<Reading> sparse = new Waiting(List.of(new Reading(0, 100, 1), last), new BooleanSupplier() {
            private boolean isFirst = true;

            @Override
            public boolean getAsBoolean() {
                boolean gives = isFirst || isClosing[0];
                isFirst = false;
                return gives;
            }
        });
        List<WindowResult<Long, Integer>> results = new ArrayList<>();

        try (Engine engine = new Engine(1)) {
            Job job = engine.start(Events.from(List.of(busy, sparse), TIMES)
                    .keyLong(Reading::sensor)
                    .window(Window.sliding(Duration.ofMillis(20), Duration.ofMillis(10)))
                    .aggregate(Aggregate.<Reading, int[], Integer>of(
                            () -> new int[1],
                            (sum, reading, time) -> sum[0]++,
                            (to, from) -> to[0] += from[0],
                            (to, from) -> to[0] -= from[0],
                            sum -> sum[0]))
                    .to(new SlowSink(results)));
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
            assertThat(job.metrics().late()).isZero();
        }

        assertThat(results.stream().filter(result -> result.end() == 20))
                .hasSize(KEYS)
                .allSatisfy(result -> assertThat(result.value()).isEqualTo(2));
        assertThat(results.stream().filter(result -> result.end() == 30))
                .hasSize(KEYS)
                .allSatisfy(result ->
                        assertThat(result.value()).isEqualTo(result.key() == 0 || result.key() == KEYS - 1 ? 2 : 1));
    }

    /** A sink that has room only at every 20th call. */
    private static final class SlowSink implements Sink<WindowResult<Long, Integer>> {
        private final List<WindowResult<Long, Integer>> results;
        private int asked;

        private SlowSink(List<WindowResult<Long, Integer>> results) {
            this.results = results;
        }

        @Override
        public boolean hasRoom() {
            return ++asked % 20 == 0;
        }

        @Override
        public void accept(WindowResult<Long, Integer> result, long time) {
            results.add(result);
        }
    }

    /** A source that returns null before each event until a condition holds. */
    private static final class Waiting implements Source<Reading> {
        private final Iterator<Reading> events;
        private final BooleanSupplier condition;

        private Waiting(Iterable<Reading> events, BooleanSupplier condition) {
            this.events = events.iterator();
            this.condition = condition;
        }

        @Override
        public @Nullable Reading poll() {
            return events.hasNext() && condition.getAsBoolean() ? events.next() : null;
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
