package org.speedwell.streaming.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.JobReport;
import org.speedwell.streaming.JobSavepoints;
import org.speedwell.streaming.ShownRows;
import org.speedwell.streaming.console.JobConsole;
import org.speedwell.streaming.hazelcast.ViewTest.Revenue;

/** Tests jobs that clients find by name, watch, pause and resume. */
@Timeout(180)
@Tag("fault")
class FoundJobTest {
    private static final Duration HANGS = Duration.ofMinutes(2);
    private static final int SALES = 20_000;

    private static Members members;

    @BeforeAll
    static void start() {
        members = new Members(2, 2);
    }

    @AfterAll
    static void stop() {
        members.close();
    }

    private static ClusterJob started(String name, HazelcastEngine engine) {
        return engine.start(ViewTest.Definition.class, Map.of("gate", name), JobOptions.DEFAULT.named(name));
    }

    @Test
    void anotherClientFindsJobWithItsViewAndReport() {
        Gated.open("found", 2_000);
        started("found", HazelcastEngine.of(members.client()));

        HazelcastEngine other = HazelcastEngine.of(members.client());
        ClusterJob job = other.job("found").orElseThrow();
        assertThat(other.job("unknown")).isEmpty();
        assertThat(other.jobs()).extracting(ClusterJob::name).contains("found");
        await().atMost(HANGS).until(() -> job.<Revenue>clusterView("revenue").isWhole());
        await().atMost(HANGS).until(() -> job.report().metrics().results() > 0);
        JobReport report = job.report();
        assertThat(report.status()).isEqualTo(Job.Status.RUNNING);
        assertThat(report.parts())
                .extracting(JobReport.Part::name)
                .contains("source 1", "revenue")
                .anyMatch(name -> name.startsWith("totals for"));
        assertThat(report.parts().getFirst().tasklets()).hasSize(4);
        assertThat(report.parts().getLast().tasklets()).hasSize(2); // a part of the view on each member
        assertThat(report.toString()).startsWith("job \"found\" RUNNING: ");

        Gated.open("found", Integer.MAX_VALUE);
        assertThat(job.await()).isTrue();
        assertThat(other.job("found").orElseThrow().status()).isEqualTo(Job.Status.COMPLETED);
        assertThat(other.job("found").orElseThrow().report().status()).isEqualTo(Job.Status.COMPLETED);
    }

    @Test
    void pausedJobContinuesWhereItStopped() {
        Gated.open("paused", 1_000);
        HazelcastEngine engine = HazelcastEngine.of(members.client()).exactlyOnce(Duration.ofMillis(100));
        ClusterJob job = started("paused", engine);
        await().atMost(HANGS).until(() -> job.report().metrics().results() > 0);

        job.pause();
        await().atMost(HANGS).until(() -> job.status() == Job.Status.PAUSED);
        Gated.open("paused", Integer.MAX_VALUE);
        assertThat(job.report().status()).isEqualTo(Job.Status.PAUSED);
        assertThat(job.report().parts()).isNotEmpty();
        job.resume();
        assertThat(job.await()).isTrue();
        job.resume();
        job.pause();

        Map<Long, Long> last = job.<Revenue>clusterView("revenue").stream()
                .collect(Collectors.toMap(Revenue::shop, Revenue::amount, Long::sum, TreeMap::new));
        long end = job.clusterView("revenue").newest();
        assertThat(last)
                .isEqualTo(Sale.random(5, SALES).stream()
                        .filter(sale -> sale.time() <= end && sale.time() > end - 1_000)
                        .collect(Collectors.toMap(Sale::shop, Sale::amount, Long::sum, TreeMap::new)));
    }

    @Test
    void savepointsOfJobAreListedAndRemoved() throws InterruptedException {
        Gated.open("saved", 1_000);
        HazelcastEngine engine = HazelcastEngine.of(members.client()).exactlyOnce(Duration.ofMillis(100));
        ClusterJob job = started("saved", engine);
        await().atMost(HANGS).until(() -> job.report().metrics().results() > 0);

        JobSavepoints savepoints = engine.job("saved").orElseThrow().savepoints();
        savepoints.take("second");
        savepoints.take("first");
        assertThat(savepoints.names()).containsExactly("first", "second");
        ClusterJob other = started("other", engine);
        other.savepoints().remove("first");
        assertThat(other.savepoints().names()).isEmpty();
        savepoints.remove("first");
        assertThat(savepoints.names()).containsExactly("second");
        assertThat(engine.savepoints()).contains("second").doesNotContain("first");
        other.cancel();
        job.cancel();
    }

    /** Compares the first rows of a view with all its rows. */
    @Test
    void firstRowsOfViewAreShown() {
        Gated.open("rows", Integer.MAX_VALUE);
        ClusterJob job = started("rows", HazelcastEngine.of(members.client()));
        assertThat(job.await()).isTrue();
        List<Revenue> all = job.<Revenue>clusterView("revenue").rows();
        ShownRows some = job.rows("revenue", 3);
        assertThat(some.total()).isEqualTo(all.size()).isGreaterThan(3);
        assertThat(some.columns()).containsExactly("shop", "amount");
        assertThat(some.rows())
                .hasSize(3)
                .isSubsetOf(all.stream()
                        .map(row -> List.<Object>of(row.shop(), row.amount()))
                        .toList());
        assertThat(job.rows("revenue", Integer.MAX_VALUE).rows()).hasSameSizeAs(all);
        assertThatThrownBy(() -> job.rows("sales", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no view named \"sales\"");
    }

    @Test
    void jobWithoutStateIsNotPaused() {
        Gated.open("stateless", 10);
        ClusterJob job = started("stateless", HazelcastEngine.of(members.get(0)));

        assertThatThrownBy(job::pause)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("HazelcastEngine.exactlyOnce");
        job.cancel();
        assertThat(job.report().status()).isEqualTo(Job.Status.CANCELLED);
    }

    @Test
    void consoleShowsJobsOfCluster() throws Exception {
        Gated.open("shown", 10);
        ClusterJob job = started("shown", HazelcastEngine.of(members.get(0)));
        try (JobConsole.Server server = JobConsole.of(HazelcastEngine.of(members.client()))
                        .withControl()
                        .start(0);
                HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest one =
                    HttpRequest.newBuilder(server.uri().resolve("/jobs/shown")).build();
            await().atMost(HANGS)
                    .untilAsserted(() -> assertThat(client.send(one, HttpResponse.BodyHandlers.ofString())
                                    .body())
                            .contains("\"name\":\"shown\",\"status\":\"RUNNING\"", "\"kind\":\"View\""));
            await().atMost(HANGS)
                    .untilAsserted(() -> assertThat(client.send(
                                            HttpRequest.newBuilder(server.uri().resolve("/jobs/shown/views/revenue"))
                                                    .build(),
                                            HttpResponse.BodyHandlers.ofString())
                                    .body())
                            .contains("\"columns\":[\"shop\",\"amount\"],\"rows\":["));
            HttpRequest pause = HttpRequest.newBuilder(server.uri().resolve("/jobs/shown/pause"))
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .header("X-Speedwell", "control")
                    .build();
            assertThat(client.send(pause, HttpResponse.BodyHandlers.ofString()).body())
                    .contains("exactlyOnce");
        }
        job.cancel();
    }
}
