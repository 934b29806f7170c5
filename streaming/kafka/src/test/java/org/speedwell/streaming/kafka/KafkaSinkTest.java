package org.speedwell.streaming.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
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
import org.speedwell.streaming.ReplayableSource;
import org.speedwell.streaming.Source;

/** Tests the sink against a broker. A reader sees committed records only. */
@Timeout(120)
@Tag("oracle")
@Tag("forked")
class KafkaSinkTest {
    private static final EventTime<String> TIMES = EventTime.of(Long::parseLong);

    private final Broker broker = Broker.shared();
    private final Engine engine = new Engine(2);

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        engine.close();
    }

    private static List<String> numbers(int count) {
        return IntStream.range(0, count).mapToObj(Integer::toString).toList();
    }

    private KafkaSink<String> sink(String topic) {
        return KafkaSink.ofValues(broker.settings(), topic, StringSerializer::new);
    }

    private JobOptions options(String job, Duration interval) {
        return JobOptions.DEFAULT.named(job).withCheckpoints(folder.resolve(job), interval);
    }

    /** Returns a source of numbers at a rate. A restarted one continues at its position at once. */
    private static ReplayableSource<String> counting(double perSecond, long count) {
        return Source.rate(Instant.now(), perSecond, count, (number, time) -> Long.toString(number));
    }

    /** An interceptor that makes a transaction take long. */
    public static final class Slow implements ProducerInterceptor<byte[], byte[]> {
        @Override
        public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
            LockSupport.parkNanos(Duration.ofMillis(40).toNanos());
            return record;
        }

        @Override
        public void close() {}

        @Override
        public void configure(Map<String, ?> settings) {}
    }

    @Test
    void recordsHaveKeysHeadersTimesAndTopics() throws Exception {
        String even = broker.topic(1);
        String odd = broker.topic(1);
        KafkaSink<String> sink = KafkaSink.ofRecords(
                broker.settings(),
                even,
                number -> new ProducerRecord<>(
                        Integer.parseInt(number) % 2 == 0 ? even : odd,
                        null,
                        null,
                        "key " + number,
                        number.equals("4") ? null : number,
                        List.of(new RecordHeader("size", new byte[] {(byte) number.length()}))),
                StringSerializer::new,
                StringSerializer::new);
        Job job = engine.start(Events.from(Source.of(numbers(100)), TIMES).to(sink));
        job.await();
        List<ConsumerRecord<String, String>> records = broker.records(even);
        assertThat(records).hasSize(50);
        ConsumerRecord<String, String> record = records.get(3);
        assertThat(record.key()).isEqualTo("key 6");
        assertThat(record.value()).isEqualTo("6");
        assertThat(record.timestamp()).isEqualTo(6);
        assertThat(record.headers().lastHeader("size").value()).containsExactly(1);
        assertThat(records.get(2).value()).isNull();
        assertThat(broker.read(odd)).hasSize(50);
        assertThat(sink.metrics().records()).isEqualTo(100);
    }

    @Test
    void completedJobHasCommittedEachResultOnce() throws Exception {
        String topic = broker.topic(2);
        KafkaSink<String> sink = sink(topic).exactlyOnce();
        Job job = engine.start(
                Events.from(Source.of(numbers(10_000)), TIMES).to(sink), options("complete", Duration.ofMillis(20)));
        assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(broker.read(topic).stream().sorted().toList())
                .isEqualTo(numbers(10_000).stream().sorted().toList());
        assertThat(sink.metrics().transactions()).isPositive();
        assertThat(sink.metrics().aborted()).isZero();
    }

    /** Cancels a job at random moments, also between a checkpoint and its transaction. */
    @Test
    void cancelledAndRestartedJobWritesEachResultOnce() throws Exception {
        long seed = Long.getLong("speedwell.seed", System.nanoTime());
        Random random = new Random(seed);
        String topic = broker.topic(2);
        int count = 200_000;
        long maxPending = random.nextBoolean() ? 50_000 : 1 << 28;
        Job.Status status = Job.Status.CANCELLED;
        for (int run = 0; status != Job.Status.COMPLETED; run++) {
            Job job = engine.start(
                    Events.from(counting(run < 8 ? 200_000 : 1e9, count), TIMES)
                            .to(sink(topic).exactlyOnce().maxPending(maxPending)),
                    options("restarted", Duration.ofMillis(random.nextBoolean() ? 5 : 500)));
            if (run < 8) {
                job.await(Duration.ofMillis(random.nextInt(300)));
                job.cancel();
            }
            status = job.await();
        }
        assertThat(broker.read(topic).stream().sorted().toList())
                .as("seed " + seed)
                .isEqualTo(numbers(count).stream().sorted().toList());
    }

    @Test
    void jobWithTheSameTransactionalIdIsNamed() throws Exception {
        String topic = broker.topic(1);
        Job first = engine.start(
                Events.from(counting(1_000, Long.MAX_VALUE), TIMES)
                        .to("out", sink(topic).exactlyOnce("same")),
                options("first", Duration.ofMillis(20)));
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> first.metrics().checkpoints().written() > 1);
        Job second = engine.start(
                Events.from(counting(1_000, Long.MAX_VALUE), TIMES)
                        .to("out", sink(topic).exactlyOnce("same")),
                options("second", Duration.ofMillis(20)));
        assertThatThrownBy(first::await)
                .hasMessageContaining("Another job writes with transactional id same-out")
                .hasMessageContaining("exactlyOnce(id)");
        assertThat(second.status()).isEqualTo(Job.Status.RUNNING);
        second.cancel();
        second.await();
    }

    @Test
    void exactlyOnceNeedsCheckpoints() throws Exception {
        String topic = broker.topic(1);
        assertThatThrownBy(() -> engine.start(Events.from(Source.of(numbers(10)), TIMES)
                        .to(sink(topic).exactlyOnce())))
                .hasMessageContaining("takes no checkpoints")
                .hasMessageContaining("withCheckpoints");
    }

    @Test
    void unknownTopicIsNamed() {
        Job job = engine.start(Events.from(Source.of(numbers(10)), TIMES)
                .to(KafkaSink.<String>ofValues(
                        broker.settings("max.block.ms", 500), "no-such-topic", StringSerializer::new)));
        assertThatThrownBy(job::await).hasMessageContaining("no-such-topic, which does not exist");
    }

    @Test
    void resultsBeyondTheLimitWaitForACheckpoint() throws Exception {
        String topic = broker.topic(1);
        KafkaSink<String> sink = sink(topic).exactlyOnce().maxPending(100_000);
        Job job = engine.start(
                Events.from(Source.of(numbers(100_000)), TIMES).to(sink), options("limited", Duration.ofDays(1)));
        assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(broker.read(topic)).isEqualTo(numbers(100_000));
        assertThat(sink.metrics().transactions()).isGreaterThan(2);
    }

    /** Ends the transaction under the producer, as the coordinator does after transaction.timeout.ms. */
    @Test
    void transactionThatTimesOutIsRepeated() throws Exception {
        String topic = broker.topic(1);
        KafkaSink<String> sink = KafkaSink.<String>ofValues(
                        broker.settings("transaction.timeout.ms", 1_000, "interceptor.classes", Slow.class.getName()),
                        topic,
                        StringSerializer::new)
                .exactlyOnce();
        Job job =
                engine.start(Events.from(Source.of(numbers(40)), TIMES).to(sink), options("slow", Duration.ofDays(1)));
        assertThatThrownBy(job::await)
                .hasMessageContaining("transaction.timeout.ms")
                .hasMessageContaining("1000 ms");
        assertThat(sink.metrics().aborted()).isPositive();
        assertThat(broker.read(topic)).isEmpty();
        Job again = engine.start(
                Events.from(Source.of(numbers(40)), TIMES).to(sink(topic).exactlyOnce()),
                options("slow", Duration.ofDays(1)));
        again.await();
        assertThat(broker.read(topic)).containsExactlyInAnyOrderElementsOf(numbers(40));
    }

    /** Verifies that a checkpoint does not continue over results of a later one. */
    @Test
    void deletedMarkerStopsTheRestart() throws Exception {
        String topic = broker.topic(1);
        Job first = engine.start(
                Events.from(counting(1_000, Long.MAX_VALUE), TIMES)
                        .to("out", sink(topic).exactlyOnce()),
                options("marked", Duration.ofMillis(20)));
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> first.metrics().checkpoints().written() > 1);
        first.cancel();
        first.await();
        broker.admin().deleteConsumerGroups(List.of("marked-out")).all().get();
        Job second = engine.start(
                Events.from(counting(1_000, Long.MAX_VALUE), TIMES)
                        .to("out", sink(topic).exactlyOnce()),
                options("marked", Duration.ofMillis(20)));
        assertThatThrownBy(second::await).hasMessageContaining("offsets.retention.minutes");
    }

    @Test
    void settingsAreChecked() {
        assertThatThrownBy(() -> KafkaSink.ofValues(Map.of(), "a", StringSerializer::new))
                .hasMessageContaining("bootstrap.servers");
        assertThatThrownBy(
                        () -> KafkaSink.ofValues(broker.settings("transactional.id", "x"), "a", StringSerializer::new))
                .hasMessageContaining("exactlyOnce(id)");
        assertThatThrownBy(() -> sink("a").maxPending(0)).hasMessageContaining("maxPending is 0");
    }

    @Test
    void otherReadersSeeNothingOfAnOpenTransaction() throws Exception {
        String topic = broker.topic(1);
        Job job = engine.start(
                Events.from(counting(10_000, Long.MAX_VALUE), TIMES)
                        .to(sink(topic).exactlyOnce()),
                options("hidden", Duration.ofDays(1)));
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> job.metrics().results() > 1_000);
        assertThat(broker.read(topic)).isEmpty();
        job.checkpoint();
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> !broker.read(topic).isEmpty());
        job.cancel();
        job.await();
        try (KafkaProducer<String, String> producer = broker.producer()) {
            assertThat(producer.partitionsFor(topic)).hasSize(1);
        }
    }

    @Test
    void anOldMarkerIsWrittenAgainWithoutResults() throws Exception {
        String id = broker.topic(1);
        SinkSettings settings = new SinkSettings(broker.settings(), id, true, null, 1_000);
        Committer committer = new Committer(
                settings, id, "run", new SinkCounters(), Duration.ofSeconds(1).toNanos());
        try (Admin admin = Admin.create(broker.settings());
                Consumer<byte[], byte[]> reader = new KafkaConsumer<>(
                        settings.markers(id), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(committer::flush);
            assertThat(Marker.read(settings, reader)).isPresent();
            admin.deleteConsumerGroups(List.of(id)).all().get(); // as after offsets.retention.minutes
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> {
                committer.flush();
                return Marker.read(settings, reader).isPresent();
            });
        } finally {
            committer.close();
        }
    }
}
