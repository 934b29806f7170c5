package org.speedwell.streaming.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hazelcast.jet.core.JobStatus;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.streaming.JobOptions;

/**
 * Verifies that {@code drain} completes a job at any time. The source of the job gives no events and never ends by
 * itself.
 */
@Tag("unit")
class DrainTest {
    private static final Duration HANGS = Duration.ofMinutes(1);
    private static Members members;

    @BeforeAll
    static void start() {
        members = new Members(2, 1);
    }

    @AfterAll
    static void stop() {
        members.close();
    }

    private static ClusterJob start(String name) {
        return HazelcastEngine.of(members.get(0))
                .exactlyOnce(Duration.ofMillis(50))
                .start(ViewTest.Definition.class, Map.of("gate", "closed"), JobOptions.DEFAULT.named(name));
    }

    private static void requireCompleted(ClusterJob job) {
        await().atMost(HANGS).until(() -> job.jet().getStatus() == JobStatus.COMPLETED);
        assertThat(job.await()).isTrue();
        await().atMost(HANGS)
                .until(() -> members.get(1).getMap("speedwell-drains").isEmpty()); // the cluster keeps no entry
        job.drain(); // no effect after the job ends
        assertThat(members.get(1).getMap("speedwell-drains").isEmpty()).isTrue();
    }

    @Test
    void jobDrainsBeforeItStarts() {
        ClusterJob job = start("at once");
        job.drain();
        requireCompleted(job);
    }

    @Test
    void suspendedJobDrainsWhenResumed() {
        ClusterJob job = start("suspended");
        await().atMost(HANGS).until(() -> job.jet().getStatus() == JobStatus.RUNNING);
        job.jet().suspend();
        await().atMost(HANGS).until(() -> job.jet().getStatus() == JobStatus.SUSPENDED);
        job.drain();
        job.jet().resume();
        requireCompleted(job);
    }

    @Test
    void drainDoesNotAffectLaterJobOfSameName() {
        ClusterJob first = start("the same");
        first.drain();
        requireCompleted(first);
        ClusterJob second = start("the same");
        await().atMost(HANGS).until(() -> second.view(members.get(0), "revenue").isPresent());
        assertThat(first.view(members.get(0), "revenue")).isEmpty();
        first.drain();
        assertThat(second.jet().getStatus()).isNotEqualTo(JobStatus.COMPLETED);
        second.drain();
        requireCompleted(second);
    }
}
