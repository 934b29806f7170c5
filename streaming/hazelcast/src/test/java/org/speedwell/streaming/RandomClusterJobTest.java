package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.speedwell.streaming.SameElements.assertSame;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.streaming.hazelcast.ClusterJob;
import org.speedwell.streaming.hazelcast.HazelcastEngine;
import org.speedwell.streaming.hazelcast.Members;
import org.speedwell.streaming.hazelcast.Results;
import org.speedwell.streaming.window.WindowResult;

/**
 * Compares random jobs over random events on two members with {@link PlainJob}. A failure names the seed of its job.
 * {@code -Dspeedwell.seed=…} and {@code -Dspeedwell.clusterJobs=1} run only that job.
 */
@Tag("oracle")
class RandomClusterJobTest {
    private static final int JOBS = Integer.getInteger("speedwell.clusterJobs", 100);
    private static final long SEED = Long.getLong("speedwell.seed", System.nanoTime());
    private static Members members;

    /** The job that belongs to a seed. */
    public static final class Definition implements JobDefinition {
        @Override
        public Pipeline define(Map<String, String> arguments) {
            RandomJob<?> job = RandomJob.of(Long.parseLong(arguments.getOrDefault("seed", "")));
            return pipeline(job, arguments.getOrDefault("to", ""));
        }

        private static <R> Pipeline pipeline(RandomJob<R> job, String to) {
            return job.pipeline(
                    Results.sink(to),
                    IntStream.range(0, job.tapped().size())
                            .mapToObj(tap -> Results.sink(to + "/" + tap))
                            .toList());
        }
    }

    @BeforeAll
    static void start() {
        members = new Members(2, 2);
    }

    @AfterAll
    static void stop() {
        members.close();
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void resultsEqualPlainJob() {
        for (int i = 0; i < JOBS; i++) {
            RandomJob<?> job = RandomJob.of(SEED + i);
            try {
                check(job, SEED + i);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + (SEED + i) + ": " + job, e);
            }
        }
    }

    private static void check(RandomJob<?> random, long seed) {
        if (random.hasSilentSource()) {
            return; // such a job must drain after all events, and this test cannot tell when that is
        }
        String to = "random " + seed;
        ClusterJob job = HazelcastEngine.of(members.get((int) (seed & 1)))
                .withParts(random.threads())
                .start(Definition.class, Map.of("seed", "" + seed, "to", to), JobOptions.DEFAULT.named(to));
        assertThat(job.await()).as("whether it completed").isTrue();

        List<Object> finals = Results.take(to).stream()
                .filter(result -> !((WindowResult<?, ?>) result).early())
                .toList();
        assertSame("result", finals, random.expected().results());
        for (int i = 0; i < random.tapped().size(); i++) {
            assertSame(
                    "event of tap " + i,
                    Results.take(to + "/" + i),
                    random.tapped().get(i));
        }
    }
}
