package org.speedwell.streaming.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hazelcast.core.HazelcastInstance;
import com.speedment.runtime.field.LongField;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.table.TableSchema;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobDefinition;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.ReplayableSource;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.view.View;
import org.speedwell.streaming.window.Window;

/** Runs the example of the README. */
@Tag("unit")
class ReadmeTest {

    /** A row of the view. */
    public record Revenue(long shop, long amount) {
        static final TableSchema<Revenue> SCHEMA = TableSchema.ofRecord(Revenue.class);
        static final LongField<Revenue, Long> SHOP = SCHEMA.longField("shop", Revenue::shop);
        static final LongField<Revenue, Long> AMOUNT = SCHEMA.longField("amount", Revenue::amount);
    }

    /** The job definition of the README. */
    public static final class Sales implements JobDefinition {
        @Override
        public Pipeline define(Map<String, String> arguments) {
            return Events.from(new SaleSource(arguments.get("topic")), EventTime.of(Sale::time))
                    .keyLong(Sale::shop)
                    .window(Window.sliding(Duration.ofSeconds(10), Duration.ofMillis(100)))
                    .aggregate(Aggregates.sum(Sale::amount))
                    .map(result -> new Revenue(result.key(), result.value()))
                    .to("revenue", new View<>(Revenue.SCHEMA));
        }
    }

    /** An endless source with one sale per millisecond of event time. */
    private static final class SaleSource implements ReplayableSource<Sale> {
        private long next;
        private boolean stopped;

        private SaleSource(@Nullable String topic) {
            assertThat(topic).isEqualTo("sales");
        }

        @Override
        public @Nullable Sale poll() {
            return stopped ? null : new Sale(next % 20, next++, 10);
        }

        @Override
        public boolean isExhausted() {
            return stopped;
        }

        @Override
        public void stop() {
            stopped = true;
        }

        @Override
        public Long position() {
            return next;
        }

        @Override
        public void seek(Serializable position) {
            next = (Long) position;
        }
    }

    @Test
    void exampleOfReadmeRuns() throws InterruptedException {
        try (Members members = new Members(2, 1);
                Engine engine = new Engine(1)) {
            HazelcastInstance member = members.get(1);
            HazelcastInstance hazelcast = members.client();
            Job local = engine.start(new Sales(), Map.of("topic", "sales"), JobOptions.DEFAULT.named("sales"));
            local.drain();
            assertThat(local.await()).isEqualTo(Job.Status.COMPLETED);

            ClusterJob job = HazelcastEngine.of(hazelcast)
                    .exactlyOnce(Duration.ofSeconds(1))
                    .start(Sales.class, Map.of("topic", "sales"), JobOptions.DEFAULT.named("sales"));
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> job.<Revenue>clusterView("revenue").rows().size() == 20);
            View<Revenue> ofThisMember = job.<Revenue>view(member, "revenue").orElseThrow();
            long here =
                    ofThisMember.stream().filter(Revenue.AMOUNT.greaterThan(0L)).count();
            List<Revenue> all = job.<Revenue>clusterView("revenue").rows();
            job.drain();
            assertThat(job.await()).isTrue();

            assertThat(all).extracting(Revenue::shop).doesNotHaveDuplicates().hasSize(20);
            assertThat(here).isBetween(1L, 19L);
        }
    }
}
