package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.speedwell.streaming.SameElements.assertSame;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares random joins and other operations with side outputs and alarms, on one to four threads, with plain
 * computations by their definitions. Some jobs restart from checkpoints. A failure names the seed of its job.
 * {@code -Dspeedwell.seed=…} and {@code -Dspeedwell.operatorJobs=1} run only that job.
 */
@Tag("oracle")
class RandomOperatorTest {
    private static final int JOBS = Integer.getInteger("speedwell.operatorJobs", 300);
    private static final long SEED = Long.getLong("speedwell.seed", System.nanoTime());
    private static final List<Engine> ENGINES =
            IntStream.rangeClosed(1, 4).mapToObj(Engine::new).toList();
    private static final Duration HANGS = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    @AfterAll
    static void close() {
        ENGINES.forEach(Engine::close);
    }

    @Test
    void resultsEqualPlainComputation() throws Exception {
        long results = 0;
        for (int i = 0; i < JOBS; i++) {
            RandomOperator random = new RandomOperator(SEED + i);
            try {
                check(random, folder.resolve("job-" + i));
            } catch (AssertionError | RuntimeException | IOException e) {
                throw new AssertionError(random.toString(), e);
            }
            results += random.expected().size();
        }
        assertThat(results).as("the results of all jobs").isPositive();
    }

    private static void check(RandomOperator random, Path checkpoints) throws Exception {
        Collected<Object> results = new Collected<>();
        Collected<Object> lates = new Collected<>();
        Collected<Object> counts = new Collected<>();
        JobOptions options = random.restarts() == 0
                ? JobOptions.DEFAULT
                : JobOptions.DEFAULT.withCheckpoints(checkpoints, Duration.ofMillis(1));
        for (int i = 0; i < random.restarts(); i++) {
            Job job = start(random, results, lates, counts, options);
            long enough = random.events() * (i + 1) / (random.restarts() + 1);
            while (job.status() == Job.Status.RUNNING
                    && (job.metrics().events() < enough
                            || job.metrics().checkpoints().written() == 0)) {
                Thread.onSpinWait();
            }
            job.cancel();
            assertThat(job.await(HANGS)).as("how it ended").isPresent();
            if (job.status() == Job.Status.COMPLETED) {
                break;
            }
        }
        Job last = start(random, results, lates, counts, options);
        assertThat(last.await(HANGS)).as("how it ended").contains(Job.Status.COMPLETED);
        assertSame("result", results.events(), random.expected());
        assertSame("late event", lates.events(), random.expectedLate());
        if (random.changesTimes()) {
            assertSame("count", counts.events(), random.expectedCounts());
        }
        if (random.restarts() == 0) {
            assertThat(last.metrics().late()).as("late events").isEqualTo(random.late());
        }
    }

    private static Job start(
            RandomOperator random,
            Collected<Object> results,
            Collected<Object> lates,
            Collected<Object> counts,
            JobOptions options) {
        return ENGINES.get(random.threads() - 1)
                .start(random.pipeline(results.again(), lates.again(), counts.again()), options);
    }
}
