package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.speedwell.streaming.SameElements.assertSame;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.streaming.hazelcast.ClusterJob;
import org.speedwell.streaming.hazelcast.HazelcastEngine;
import org.speedwell.streaming.hazelcast.Members;
import org.speedwell.streaming.hazelcast.Results;

/**
 * Compares random joins and other operations with side outputs and alarms, on two members, with plain computations. A
 * failure names the seed of its job. {@code -Dspeedwell.seed=…} and {@code -Dspeedwell.clusterJobs=1} run only that
 * job.
 */
@Tag("oracle")
class RandomClusterOperatorTest {
    private static final int JOBS = Integer.getInteger("speedwell.clusterJobs", 60);
    private static final long SEED = Long.getLong("speedwell.seed", System.nanoTime());
    private static Members members;

    /** The job that belongs to a seed. */
    public static final class Definition implements JobDefinition {
        @Override
        public Pipeline define(Map<String, String> arguments) {
            String to = arguments.getOrDefault("to", "");
            return new RandomOperator(Long.parseLong(arguments.getOrDefault("seed", "")))
                    .pipeline(Results.sink(to), Results.sink(to + " late"), Results.sink(to + " counts"));
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
    void resultsEqualPlainComputation() {
        for (int i = 0; i < JOBS; i++) {
            RandomOperator random = new RandomOperator(SEED + i);
            try {
                check(random, SEED + i);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(random.toString(), e);
            }
        }
    }

    private static void check(RandomOperator random, long seed) {
        String to = "operator " + seed;
        ClusterJob job = HazelcastEngine.of(members.get((int) (seed & 1)))
                .withParts(random.threads())
                .start(Definition.class, Map.of("seed", "" + seed, "to", to), JobOptions.DEFAULT.named(to));
        assertThat(job.await()).as("whether it completed").isTrue();

        assertSame("result", Results.take(to), random.expected());
        assertSame("late event", Results.take(to + " late"), random.expectedLate());
        if (random.changesTimes()) {
            assertSame("count", Results.take(to + " counts"), random.expectedCounts());
        }
    }
}
