package org.speedwell.streaming.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.core.JobStatus;
import com.speedment.runtime.field.LongField;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.table.TableSchema;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobDefinition;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.view.View;
import org.speedwell.streaming.window.Window;

/** Tests the views of single members and of the whole cluster for jobs that clients or members start. */
@Tag("fault")
class ViewTest {
    private static final Duration HANGS = Duration.ofMinutes(2);
    private static final int SHOPS = 50;
    private static final int PARTS = 4;

    /**
     * The time of the last window that the first 2,000 sales of each partition close. The view does not change after
     * it.
     */
    private static final long LAST = 7_999;

    /** A time after the events that the gate lets through at first. */
    private static final long FAILS_AT = 9_000;

    private static Members members;

    /** A row of the view. */
    public record Revenue(long shop, long amount) {
        static final TableSchema<Revenue> SCHEMA = TableSchema.ofRecord(Revenue.class);
        static final LongField<Revenue, Long> SHOP = SCHEMA.longField("shop", Revenue::shop);
        static final LongField<Revenue, Long> AMOUNT = SCHEMA.longField("amount", Revenue::amount);
    }

    /** A job that sums the revenue by shop in windows of one second. */
    public static final class Definition implements JobDefinition {
        @Override
        public Pipeline define(Map<String, String> arguments) {
            return Events.from(
                            Gated.source(arguments.getOrDefault("gate", ""), Sale.inParts(sales())),
                            EventTime.of(Sale::time))
                    .map(sale -> allowed(sale, Long.parseLong(arguments.getOrDefault("fails", "" + Long.MAX_VALUE))))
                    .keyLong(Sale::shop)
                    .window(Window.tumbling(Duration.ofSeconds(1)))
                    .aggregate(Aggregates.sum(Sale::amount))
                    .map(result -> new Revenue(result.key(), result.value()))
                    .to("revenue", new View<>(Revenue.SCHEMA));
        }
    }

    private static Sale allowed(Sale sale, long until) {
        if (sale.time() > until) {
            throw new IllegalStateException("no sale like this");
        }
        return sale;
    }

    private static List<Sale> sales() {
        return Sale.random(5, 20_000);
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
    void clientSeesRowsOfAllMembersAndMemberItsOwn() {
        HazelcastInstance client = members.client();
        Gated.open("view", 2_000);
        ClusterJob job = HazelcastEngine.of(client)
                .withParts(PARTS)
                .start(Definition.class, Map.of("gate", "view"), JobOptions.DEFAULT.named("revenue"));
        assertThat(job.name()).isEqualTo("revenue");
        await().atMost(HANGS).until(() -> isWhole(job.clusterView("revenue")));

        Map<Long, Long> expected = revenue(LAST);
        assertThat(byShop(job.<Revenue>clusterView("revenue").rows())).isEqualTo(expected);
        List<Revenue> local = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            View<Revenue> view = job.<Revenue>view(members.get(i), "revenue").orElseThrow();
            assertThat(view.stream()).isNotEmpty().hasSizeLessThan(SHOPS);
            local.addAll(view.stream().toList());
            assertThat(view.stream()
                            .filter(Revenue.AMOUNT.greaterThan(0L))
                            .mapToLong(Revenue::amount)
                            .sum())
                    .isEqualTo(view.stream().mapToLong(Revenue::amount).sum());
        }
        assertThat(byShop(local)).isEqualTo(expected);

        Gated.open("view", Integer.MAX_VALUE);
        job.drain();
        assertThat(job.await()).isTrue();
        assertThat(job.jet().getStatus()).isEqualTo(JobStatus.COMPLETED);
        assertThat(job.status()).isEqualTo(Job.Status.COMPLETED);
    }

    @Test
    void viewReportsFailureOfItsJob() {
        Gated.open("fails", 1_000);
        ClusterJob job = HazelcastEngine.of(members.get(0))
                .start(
                        Definition.class,
                        Map.of("gate", "fails", "fails", "" + FAILS_AT),
                        JobOptions.DEFAULT.named("fails"));
        await().atMost(HANGS).until(() -> job.clusterView("revenue").newest() > 0);
        View<Revenue> before = job.<Revenue>view(members.get(0), "revenue").orElseThrow();
        assertThat(before.failure()).isEmpty();
        assertThat(job.status()).isEqualTo(Job.Status.RUNNING);

        Gated.open("fails", Integer.MAX_VALUE);

        assertThatThrownBy(job::await).hasMessageContaining("no sale like this");
        assertThat(job.status()).isEqualTo(Job.Status.FAILED);
        for (int i = 0; i < 2; i++) {
            View<Revenue> view = job.<Revenue>view(members.get(i), "revenue").orElseThrow();
            assertThat(view.failure()).get().asString().contains("no sale like this");
        }
    }

    @Test
    void jobCanBeCancelled() {
        Gated.open("cancel", 100);
        ClusterJob job = HazelcastEngine.of(members.get(0))
                .exactlyOnce(Duration.ofMillis(10))
                .start(Definition.class, Map.of("gate", "cancel"), JobOptions.DEFAULT.named("cancelled"));
        await().atMost(HANGS).until(() -> job.jet().getStatus() == JobStatus.RUNNING);

        job.cancel();

        assertThat(job.await()).isFalse();
        assertThat(job.status()).isEqualTo(Job.Status.CANCELLED);
    }

    /**
     * Verifies that each answer has all rows of one window or reports that it is incomplete, at each moment of the job.
     */
    @Test
    void partialRowsAreNeverReportedAsWhole() {
        Gated.open("parts", 0);
        ClusterJob job = HazelcastEngine.of(members.get(0))
                .start(Definition.class, Map.of("gate", "parts"), JobOptions.DEFAULT.named("parts"));
        assertThat(job.clusterView("revenue").isWhole()).isFalse();
        assertThat(job.clusterView("revenue").missing()).hasSize(2);
        for (int limit = 100; limit <= 5_000; limit += 100) {
            Gated.open("parts", limit);
            ClusterJob.ClusterRows<Revenue> rows = job.clusterView("revenue");
            if (rows.isWhole()) {
                assertThat(rows.oldest()).isEqualTo(rows.newest());
                assertThat(byShop(rows.rows())).isEqualTo(revenue(rows.newest()));
            } else {
                assertThat(rows.missing()).isNotEmpty();
            }
        }
        job.drain();
        assertThat(job.await()).isTrue();
        ClusterJob.ClusterRows<Revenue> last = job.clusterView("revenue");
        assertThat(last.missing()).isEmpty();
        assertThat(byShop(last.rows())).hasSameSizeAs(last.rows());
    }

    private static boolean isWhole(ClusterJob.ClusterRows<Revenue> rows) {
        return rows.isWhole()
                && rows.oldest() == rows.newest()
                && rows.newest() == LAST
                && rows.rows().size() == SHOPS;
    }

    private static Map<Long, Long> byShop(List<Revenue> rows) {
        return rows.stream().collect(Collectors.toMap(Revenue::shop, Revenue::amount, Long::sum, TreeMap::new));
    }

    /** Returns the revenue by shop of the window whose last millisecond is {@code last}. */
    private static Map<Long, Long> revenue(long last) {
        return sales().stream()
                .filter(sale -> sale.time() <= last && sale.time() > last - 1_000)
                .collect(Collectors.toMap(Sale::shop, Sale::amount, Long::sum, TreeMap::new));
    }
}
