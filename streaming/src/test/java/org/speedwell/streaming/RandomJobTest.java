package org.speedwell.streaming;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.speedwell.streaming.SameElements.assertSame;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.streaming.window.WindowResult;

/**
 * Compares random jobs over random events on one to four threads with {@link PlainJob}. A failure names the seed of its
 * job. {@code -Dspeedwell.seed=…} and {@code -Dspeedwell.windowJobs=1} run only that job.
 */
@Tag("oracle")
class RandomJobTest {
    private static final int JOBS = Integer.getInteger("speedwell.windowJobs", 300);
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
    void resultsEqualPlainJob() throws Exception {
        long results = 0;
        for (int i = 0; i < JOBS; i++) {
            results += check(SEED + i, folder.resolve("job-" + i));
        }
        System.getLogger("speedwell")
                .log(
                        System.Logger.Level.INFO,
                        JOBS + " random jobs from seed " + SEED + " on, " + results + " results");
    }

    private static long check(long seed, Path checkpoints) throws Exception {
        RandomJob<?> job = RandomJob.of(seed);
        try {
            return check(job, checkpoints);
        } catch (AssertionError | RuntimeException | IOException e) {
            throw new AssertionError("seed " + seed + ": " + job, e);
        }
    }

    private static <R> long check(RandomJob<R> job, Path checkpoints) throws Exception {
        Collected<WindowResult<Long, R>> collected = new Collected<>();
        List<Collected<Object>> tapped =
                job.tapped().stream().map(each -> new Collected<>()).toList();
        JobMetrics metrics =
                job.restarts() > 0 ? restarted(job, checkpoints, collected, tapped) : straight(job, collected, tapped);

        List<WindowResult<Long, R>> finals =
                collected.events().stream().filter(result -> !result.early()).toList();
        if (job.restarts() == 0) {
            assertThat(metrics.late()).as("late events").isEqualTo(job.late());
        }
        assertSame("result", finals, job.expected().results());
        for (int i = 0; i < tapped.size(); i++) {
            assertSame(
                    "event of tap " + i,
                    tapped.get(i).events(),
                    List.copyOf(job.tapped().get(i)));
        }
        Map<Long, List<WindowResult<Long, R>>> byKey = finals.stream().collect(groupingBy(WindowResult::key));
        collected.events().stream()
                .filter(WindowResult::early)
                .forEach(early -> assertThat(byKey.getOrDefault(early.key(), List.of()))
                        .as("the window of " + early)
                        .anyMatch(last -> last.start() <= early.start() && early.end() <= last.end()));
        if (job.restarts() == 0) {
            assertThat(metrics.events()).isEqualTo(job.events());
            if (job.offersLate()) {
                assertSame(
                        "late event",
                        List.copyOf(job.lateEvents()),
                        job.expected().late());
            }
        }
        return finals.size();
    }

    private static <R> JobMetrics straight(
            RandomJob<R> random, Collected<WindowResult<Long, R>> collected, List<Collected<Object>> tapped)
            throws InterruptedException {
        Job job = ENGINES.get(random.threads() - 1).start(random.pipeline(collected, tapped));
        if (random.hasSilentSource()) {
            while (job.metrics().events() < random.events() && job.status() == Job.Status.RUNNING) {
                Thread.onSpinWait();
            }
            job.drain();
        }
        assertThat(job.await(HANGS)).as("how it ended").contains(Job.Status.COMPLETED);
        return job.metrics();
    }

    /** Cancels the job a few times after a checkpoint. Each time, a job of the same definition continues from there. */
    private static <R> JobMetrics restarted(
            RandomJob<R> random,
            Path folder,
            Collected<WindowResult<Long, R>> collected,
            List<Collected<Object>> tapped)
            throws InterruptedException {
        JobOptions options = JobOptions.DEFAULT.withCheckpoints(folder, Duration.ofMillis(1));
        for (int i = 0; i < random.restarts(); i++) {
            Job job = ENGINES.get(random.threads() - 1).start(again(random, collected, tapped), options);
            long enough = random.events() * (i + 1) / (random.restarts() + 1);
            while (job.status() == Job.Status.RUNNING
                    && (job.metrics().events() < enough
                            || job.metrics().checkpoints().written() == 0)) {
                Thread.onSpinWait();
            }
            job.cancel();
            assertThat(job.await(HANGS)).as("how it ended").isPresent();
            if (job.status() == Job.Status.COMPLETED) {
                return job.metrics();
            }
        }
        Job last = ENGINES.get(random.threads() - 1).start(again(random, collected, tapped), options);
        assertThat(last.await(HANGS)).as("how it ended").contains(Job.Status.COMPLETED);
        return last.metrics();
    }

    private static <R> Pipeline again(
            RandomJob<R> random, Collected<WindowResult<Long, R>> collected, List<Collected<Object>> tapped) {
        return random.pipeline(
                collected.again(), tapped.stream().map(Collected::again).toList());
    }
}
