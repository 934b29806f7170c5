package org.speedwell.streaming.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobOptions;

/** Tests the meters of a job from topic to topic. */
@Timeout(120)
@Tag("forked")
class KafkaMetersTest {
    @TempDir
    private Path folder;

    @Test
    void metersShowRecordsLagAndTransactions() throws Exception {
        Broker broker = Broker.shared();
        String from = broker.topic(1);
        String to = broker.topic(1);
        KafkaSource<String> source =
                KafkaSource.ofValues(broker.settings("group.id", from), Topics.named(from), StringDeserializer::new);
        KafkaSink<String> sink = KafkaSink.<String>ofValues(broker.settings(), to, StringSerializer::new)
                .exactlyOnce();
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        KafkaMeters.of("in", source).bindTo(registry);
        KafkaMeters.of("out", sink).bindTo(registry);
        assertThat(value(registry, "lag")).isZero();
        broker.write(from, 0, List.of("1", "2", "3"));
        try (Engine engine = new Engine(1)) {
            Job job = engine.start(
                    Events.from(source, EventTime.of(Long::parseLong)).to(sink),
                    JobOptions.DEFAULT.withCheckpoints(folder, Duration.ofMillis(20)));
            Awaitility.await()
                    .until(() -> value(registry, "transactions") >= 1
                            && value(registry, "commits") >= 1
                            && value(registry, "lag") == 0);
            assertThat(value(registry, "records")).isEqualTo(3);
            assertThat(value(registry, "bytes")).isEqualTo(3);
            assertThat(value(registry, "pending")).isZero();
            assertThat(value(registry, "commits.failed")).isZero();
            assertThat(job.report().parts().getFirst().gauges())
                    .containsEntry("records behind", 0L)
                    .containsEntry("partitions", 1L);
            assertThat(job.report().parts().getLast().gauges()).containsEntry("records sent", 3L);
            assertThat(job.explain()).contains("source 1: 0 records behind, 1 partitions, 0 paused partitions, ");
            job.cancel();
            job.await();
        }
    }

    private static double value(SimpleMeterRegistry registry, String name) {
        return registry.get("speedwell.streaming.kafka." + name)
                .meter()
                .measure()
                .iterator()
                .next()
                .getValue();
    }
}
