package org.speedwell.streaming.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobException;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.Source;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.window.Window;

/**
 * Verifies that any throwable from any application code fails only its job, and becomes the cause of the failure. Other
 * jobs continue unaffected. {@code -Dspeedwell.faults} sets the number of trials and {@code -Dspeedwell.seed} the first
 * seed.
 */
@Timeout(600)
@Tag("fault")
class FaultTest {
    private static final int TRIALS = Integer.getInteger("speedwell.faults", 110);
    private static final long SEED = Long.getLong("speedwell.seed", System.nanoTime());
    private static final Duration BOUND = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private final Set<String> reached = new TreeSet<>();

    @Test
    void throwableFailsOnlyItsJob() {
        Engine engine = new Engine(2);
        for (int trial = 0; trial < TRIALS; trial++) {
            long seed = SEED + trial;
            // The trials visit the places in turn, so that few trials reach all of them.
            String place = Everything.PLACES.get(trial % Everything.PLACES.size());
            Path own = folder.resolve("trial-" + trial);
            assertTimeoutPreemptively(BOUND, () -> run(engine, place, new Random(seed), own, seed));
        }
        assertTimeoutPreemptively(BOUND, engine::close);
        if (TRIALS >= 2 * Everything.PLACES.size()) {
            assertThat(reached).as("seed " + SEED).hasSizeGreaterThan(Everything.PLACES.size() * 2 / 3);
        }
    }

    private void run(Engine engine, String place, Random random, Path own, long seed) throws InterruptedException {
        String what = place + ", seed " + seed;
        Throwable kind = Fault.KINDS.get(random.nextInt(Fault.KINDS.size())).get();
        Fault fault = new Fault(place, kind, random.nextInt(3) == 0 ? 1 + random.nextInt(20) : 1);
        boolean blocking = Set.of("write", "sync", "release").contains(place);
        boolean skips = random.nextInt(4) == 0;
        JobOptions options = JobOptions.DEFAULT.named(what).skippingFailures(skips);
        boolean restarts = Set.of("seek", "restore", "sink restore").contains(place) || random.nextInt(4) == 0;
        boolean saves = Set.of("position", "save", "sink save").contains(place) || random.nextInt(4) > 0;
        if (restarts || saves) {
            options = options.withCheckpoints(own, Duration.ofMillis(1));
        }
        if (restarts) {
            Job before = engine.start(new Everything(Fault.none(), 1000).pipeline(blocking), options);
            before.checkpoint();
            before.cancel();
            assertThat(before.await()).as(what).isEqualTo(Job.Status.CANCELLED);
        }
        AtomicLong sum = new AtomicLong();
        List<Job> healthy = new ArrayList<>();
        healthy.add(healthy(engine, sum));
        Throwable thrown = end(engine, new Everything(fault, Everything.COUNT), blocking, options);
        healthy.add(healthy(engine, sum));
        for (Job job : healthy) {
            assertThat(job.await()).as(what).isEqualTo(Job.Status.COMPLETED);
        }
        assertThat(sum).as(what).hasValue(2 * 20_000L);
        Throwable raised = fault.thrown();
        if (raised != null) {
            reached.add(place);
        }
        if (raised == null) {
            assertThat(thrown == null).as(what + ": nothing was thrown").isTrue();
        } else if (!skips || raised instanceof Error) {
            assertThat(causes(thrown).contains(raised))
                    .as(what + ": the cause of " + causes(thrown).size())
                    .isTrue();
        }
    }

    /** Runs a job and returns its failure, or null if it completes. */
    private static @Nullable Throwable end(Engine engine, Everything everything, boolean blocking, JobOptions options)
            throws InterruptedException {
        try {
            Job job = engine.start(everything.pipeline(blocking), options);
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
            return null;
        } catch (JobException | CheckpointException e) {
            return e;
        } catch (Error e) { // an error of a restore reaches the caller of start
            return e;
        }
    }

    private static List<Throwable> causes(@Nullable Throwable thrown) {
        List<Throwable> causes = new ArrayList<>();
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            causes.add(each);
        }
        return causes;
    }

    private static Job healthy(Engine engine, AtomicLong sum) {
        return engine.start(
                Events.from(Source.of(LongStream.range(0, 20_000).boxed().toList()), EventTime.of(Long::longValue))
                        .keyLong(number -> number % 10)
                        .window(Window.tumbling(Duration.ofSeconds(1)))
                        .aggregate(Aggregates.count())
                        .to(Sink.of(result -> sum.addAndGet(result.value()))));
    }
}
