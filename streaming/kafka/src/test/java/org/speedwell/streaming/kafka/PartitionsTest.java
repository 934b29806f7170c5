package org.speedwell.streaming.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.window.Window;

/** Tests partitions that are empty or far ahead, and a group that belongs to others. */
@Timeout(120)
@Tag("forked")
class PartitionsTest {
    private static final EventTime<String> TIMES = EventTime.of(Long::parseLong);

    private final Broker broker = Broker.shared();
    private final Engine engine = new Engine(1);
    private final ConcurrentMap<Long, Long> counts = new ConcurrentHashMap<>();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        engine.close();
    }

    private KafkaSource<String> source(String topic) {
        return KafkaSource.ofValues(
                broker.settings("group.id", "group-of-" + topic, "max.partition.fetch.bytes", 20_000),
                Topics.named(topic),
                StringDeserializer::new);
    }

    private Pipeline counting(KafkaSource<String> source, EventTime<String> time) {
        return Events.from(source, time)
                .window(Window.tumbling(Duration.ofMillis(100)))
                .aggregate(Aggregates.count())
                .to(Sink.of(result -> counts.merge(result.start(), result.value(), Long::sum)));
    }

    @Test
    void emptyPartitionDelaysResultsOnlyUntilItIsIdle() throws Exception {
        String topic = broker.topic(2);
        broker.write(topic, 0, List.of("10", "20", "1000"));
        Job job = engine.start(counting(source(topic), TIMES.idleAfter(Duration.ofMillis(200))));
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> counts.equals(Map.of(0L, 2L)));
        job.cancel();
        job.await();
    }

    @Test
    void partitionFarAheadWaitsForTheOthers() throws Exception {
        String topic = broker.topic(2);
        int count = 50_000;
        List<String> fast = new ArrayList<>();
        List<String> slow = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            fast.add(Integer.toString(100 * i));
            slow.add(Integer.toString(i));
        }
        broker.write(topic, 0, fast);
        broker.write(topic, 1, slow);
        KafkaSource<String> source =
                source(topic).maxAhead(Duration.ofSeconds(1)).bounded();
        Set<Set<String>> paused = ConcurrentHashMap.newKeySet();
        Job job = engine.start(Events.from(source, TIMES)
                .filter(event -> {
                    if (event.hashCode() % 16 == 0) {
                        paused.add(source.metrics().paused());
                    }
                    return true;
                })
                .window(Window.tumbling(Duration.ofMillis(100)))
                .aggregate(Aggregates.count())
                .to(Sink.of(result -> counts.merge(result.start(), result.value(), Long::sum))));
        assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(job.metrics().late()).isZero();
        assertThat(counts.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(2L * count);
        assertThat(paused).contains(Set.of(topic + "-0")).doesNotContain(Set.of(topic + "-1"));
    }

    /** Verifies that a consumer of the same group takes nothing from the job, and only prevents commits. */
    @Test
    void groupWithOtherMembersDoesNotStopTheJob() throws Exception {
        String topic = broker.topic(1);
        broker.write(topic, 0, List.of("1", "2", "3", "200"));
        try (KafkaConsumer<String, String> other = new KafkaConsumer<>(
                broker.settings("group.id", "group-of-" + topic, "auto.offset.reset", "earliest"),
                new StringDeserializer(),
                new StringDeserializer())) {
            other.subscribe(List.of(topic));
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> {
                other.poll(Duration.ofMillis(100));
                return !other.assignment().isEmpty();
            });
            KafkaSource<String> source = source(topic);
            Job job = engine.start(
                    counting(source, TIMES), JobOptions.DEFAULT.withCheckpoints(folder, Duration.ofMillis(20)));
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> source.metrics().failedCommits() > 0 && counts.size() == 1);
            assertThat(source.metrics().commits()).isZero();
            job.drain();
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        }
        assertThat(counts).isEqualTo(Map.of(0L, 3L, 200L, 1L));
    }
}
