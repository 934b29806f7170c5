package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.window.WindowResult;

/**
 * Compares random graphs whose branches merge again with {@link PlainJob}. Each graph runs several times on one to four
 * threads, with batches of different sizes. Some of the runs continue from checkpoints.
 * {@code -Dspeedwell.mergeGraphs=N} runs N graphs. A failure names its seed for {@code -Dspeedwell.seed=…}.
 */
@Tag("oracle")
class MergeGraphTest {
    private static final int GRAPHS = Integer.getInteger("speedwell.mergeGraphs", 25);
    private static final long SEED = Long.getLong("speedwell.seed", System.nanoTime());
    private static final int RUNS = 5;
    private static final Duration HANGS = Duration.ofMinutes(2);
    private static final List<Engine> ENGINES =
            IntStream.rangeClosed(1, 4).mapToObj(Engine::new).toList();

    @TempDir
    private static Path folder;

    @AfterAll
    static void close() {
        ENGINES.forEach(Engine::close);
    }

    @Test
    void resultsEqualPlainJobInEveryRun() throws InterruptedException {
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
        int restarts = pace.nextInt(4) == 0 ? pace.nextInt(1, 4) : 0;
        JobOptions options = restarts == 0
                ? JobOptions.DEFAULT
                : JobOptions.DEFAULT.withCheckpoints(folder.resolve(seed + "-" + run), Duration.ofDays(1));
        MergeGraph graph = graph(seed, run, pace, new Pause(1));
        List<Collected<WindowResult<Long, Long>>> sinks = graph.expected().stream()
                .map(each -> new Collected<WindowResult<Long, Long>>())
                .toList();
        String description = "seed " + seed + ", run " + run + ", " + restarts + " restarts: " + graph;
        for (int i = 0; i < restarts; i++) {
            Pause pause = new Pause(pace.nextDouble());
            Job job = ENGINES.get(run % ENGINES.size())
                    .start(graph(seed, run, pace, pause).pipeline(sinks), options);
            try {
                assertThat(pause.begun.await(HANGS.toMinutes(), TimeUnit.MINUTES))
                        .as(description)
                        .isTrue();
                job.checkpoint();
            } catch (CheckpointException e) {
                job.await(); // throws the failure of the job
                throw new AssertionError(description, e);
            } finally {
                job.cancel();
            }
            assertThat(job.await()).as(description).isEqualTo(Job.Status.CANCELLED);
            sinks = sinks.stream().map(Collected::again).toList();
        }
        Job job = ENGINES.get(run % ENGINES.size()).start(graph.pipeline(sinks), options);
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

    private static MergeGraph graph(long seed, int run, Random pace, Pause pause) {
        return new MergeGraph(
                seed,
                (readings, number) ->
                        new Bursts(readings, pace.nextLong(), run == 0, number == 0 ? pause : new Pause(1)));
    }

    /** The point after which a source gives no further events. */
    private static final class Pause {
        private final double part;
        private final CountDownLatch begun = new CountDownLatch(1);

        /**
         * Creates a pause.
         *
         * @param part the share of all events before the pause; 1 for no pause
         */
        private Pause(double part) {
            this.part = part;
        }
    }

    /** A source that gives its events in bursts of random length, so that batches have random sizes. */
    private static final class Bursts implements ReplayableSource<Reading> {
        private final List<Reading> readings;
        private final Random random;
        private final boolean isSteady;
        private final Pause pause;
        private int next;
        private int left;

        private Bursts(List<Reading> readings, long seed, boolean isSteady, Pause pause) {
            this.readings = readings;
            this.random = new Random(seed);
            this.isSteady = isSteady;
            this.pause = pause;
        }

        @Override
        public @Nullable Reading poll() {
            if (isPaused()) {
                pause.begun.countDown();
                return null;
            }
            if (!isSteady && left-- == 0) {
                left = random.nextInt(random.nextBoolean() ? 5 : 300);
                return null;
            }
            return next == readings.size() ? null : readings.get(next++);
        }

        private boolean isPaused() {
            return pause.part < 1 && next >= pause.part * readings.size();
        }

        @Override
        public boolean isExhausted() {
            return next == readings.size() && !isPaused();
        }

        @Override
        public Integer position() {
            return next;
        }

        @Override
        public void seek(Serializable position) {
            next = (Integer) position;
        }

        @Override
        public void stop() {
            throw new UnsupportedOperationException("The trial drains no job.");
        }
    }
}
