package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.speedwell.streaming.window.WindowResult;

/**
 * Random graphs whose branches meet again, each several times on one to four threads, with batches of other sizes, against
 * {@link PlainJob}. {@code -Dspeedwell.mergeGraphs=N} runs N of them; a failure names its seed, for {@code -Dspeedwell.seed=…}.
 */
class MergeGraphTest {
    private static final int GRAPHS = Integer.getInteger("speedwell.mergeGraphs", 25);
    private static final long SEED = Long.getLong("speedwell.seed", System.nanoTime());
    private static final int RUNS = 5;
    private static final Duration HANGS = Duration.ofMinutes(2);
    private static final List<Engine> ENGINES =
            IntStream.rangeClosed(1, 4).mapToObj(Engine::new).toList();

    @AfterAll
    static void close() {
        ENGINES.forEach(Engine::close);
    }

    @Test
    void resultsAreThoseOfThePlainJobInEveryRun() throws InterruptedException {
        long late = 0;
        for (int i = 0; i < GRAPHS; i++) {
            for (int run = 0; run < RUNS; run++) {
                late += check(SEED + i, run);
            }
        }
        System.getLogger("speedwell")
                .log(
                        System.Logger.Level.INFO,
                        GRAPHS + " graphs from seed " + SEED + " on, " + RUNS + " times each, " + late
                                + " late events");
        assertThat(late).isPositive();
    }

    private static long check(long seed, int run) throws InterruptedException {
        Random pace = new Random(seed * RUNS + run);
        MergeGraph graph = new MergeGraph(seed, (readings, number) -> new Bursts(readings, pace.nextLong(), run == 0));
        List<Collected<WindowResult<Long, Long>>> sinks = graph.expected().stream()
                .map(each -> new Collected<WindowResult<Long, Long>>())
                .toList();
        String description = "seed " + seed + ", run " + run + ": " + graph;
        Job job = ENGINES.get(run % ENGINES.size()).start(graph.pipeline(sinks));
        try {
            assertThat(job.await(HANGS)).as(description).contains(Job.Status.COMPLETED);
        } finally {
            job.cancel();
        }
        for (int i = 0; i < sinks.size(); i++) {
            Map<WindowResult<Long, Long>, Long> surplus = new HashMap<>();
            sinks.get(i).events().forEach(each -> surplus.merge(each, 1L, Long::sum));
            graph.expected().get(i).forEach(each -> surplus.merge(each, -1L, Long::sum));
            surplus.values().removeIf(count -> count == 0);
            assertThat(surplus)
                    .as("results of end %d that are too much, or missing, of %s", i, description)
                    .isEmpty();
        }
        return graph.late();
    }

    /** Gives its events in bursts of random length, so that batches are of random size. */
    private static final class Bursts implements Source<Reading> {
        private final Iterator<Reading> readings;
        private final Random random;
        private final boolean isSteady;
        private int left;

        private Bursts(List<Reading> readings, long seed, boolean isSteady) {
            this.readings = readings.iterator();
            this.random = new Random(seed);
            this.isSteady = isSteady;
        }

        @Override
        public @Nullable Reading poll() {
            if (!isSteady && left-- == 0) {
                left = random.nextInt(random.nextBoolean() ? 5 : 300);
                return null;
            }
            return readings.hasNext() ? readings.next() : null;
        }

        @Override
        public boolean isExhausted() {
            return !readings.hasNext();
        }

        @Override
        public void stop() {
            throw new UnsupportedOperationException("The trial drains no job.");
        }
    }
}
