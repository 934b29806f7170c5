package org.speedwell.streaming.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

/** Tests that a job survives the crash of the only broker, and writes each result once. */
@Timeout(180)
@Tag("oracle")
@Tag("fault")
@Tag("forked")
class OutageTest {
    @TempDir
    private Path folder;

    @Test
    void jobWaitsForTheBrokerAndContinues() throws Exception {
        Path files = folder.resolve("broker");
        Files.createDirectory(files);
        try (Broker broker = new Broker(files);
                Engine engine = new Engine(2)) {
            broker.create("in", 2, Map.of());
            broker.create("out", 1, Map.of());
            broker.create("direct", 1, Map.of());
            KafkaSource<String> source =
                    KafkaSource.ofValues(broker.settings("group.id", "g"), Topics.named("in"), StringDeserializer::new);
            KafkaSink<String> sink = KafkaSink.<String>ofValues(broker.settings(), "out", StringSerializer::new)
                    .exactlyOnce();
            Events<String> events = Events.from(source, EventTime.of(Long::parseLong));
            Job job = engine.start(
                    events.to("exact", sink)
                            .and(events.to(
                                    "direct",
                                    KafkaSink.<String>ofValues(broker.settings(), "direct", StringSerializer::new))),
                    JobOptions.DEFAULT.named("outage").withCheckpoints(folder.resolve("job"), Duration.ofMillis(20)));
            List<String> all = new ArrayList<>();
            for (int round = 0; round < 2; round++) {
                List<String> numbers = new ArrayList<>();
                for (int i = 0; i < 5_000; i++) {
                    numbers.add(Integer.toString(100_000 * (round + 1) + i));
                }
                broker.write("in", round % 2, numbers);
                all.addAll(numbers);
                if (round == 0) {
                    int sofar = all.size() / 2;
                    Awaitility.await().until(() -> job.metrics().events() >= sofar);
                    broker.kill(); // also between a checkpoint and its transaction
                    Awaitility.await()
                            .atMost(Duration.ofSeconds(30))
                            .until(() -> source.metrics().silence().toMillis() > 1_500);
                    assertThat(job.status()).isEqualTo(Job.Status.RUNNING);
                    broker.start();
                }
            }
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> job.metrics().events() >= all.size());
            job.drain();
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
            assertThat(broker.read("out").stream().sorted().toList())
                    .isEqualTo(all.stream().sorted().toList());
            assertThat(broker.read("direct")).containsAll(all);
        }
    }
}
