package org.speedwell.streaming.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.LongDeserializer;
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
import org.speedwell.streaming.JobException;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.window.Window;

/** Tests the source against a broker. The events are numbers as text, which are also their times. */
@Timeout(120)
@Tag("oracle")
@Tag("forked")
class KafkaSourceTest {
    private static final EventTime<String> TIMES = EventTime.of(Long::parseLong);
    private static final long LAG = 20;

    private final Broker broker = Broker.shared();
    private final Engine engine = new Engine(2);
    private final long seed = Long.getLong("speedwell.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        engine.close();
    }

    private KafkaSource<String> source(String topic) {
        return KafkaSource.ofValues(
                broker.settings("group.id", "group-of-" + topic), Topics.named(topic), StringDeserializer::new);
    }

    private static List<String> numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(Integer::toString).toList();
    }

    private static Pipeline collecting(KafkaSource<String> source, ConcurrentLinkedQueue<String> values) {
        return Events.from(source, TIMES).to(Sink.of(values::add));
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(condition);
    }

    /** Returns times that are out of order by the lag at most. */
    private List<String> times(int count, long speed) {
        List<String> times = new ArrayList<>();
        long latest = random.nextInt(1000);
        for (int i = 0; i < count; i++) {
            latest += random.nextLong(speed + 1);
            times.add(Long.toString(latest - random.nextLong(LAG + 1)));
        }
        return times;
    }

    private static Map<Long, Long> counts(List<String> times) {
        Map<Long, Long> counts = new TreeMap<>();
        times.forEach(time -> counts.merge(Math.floorDiv(Long.parseLong(time), 50L) * 50, 1L, Long::sum));
        return counts;
    }

    private static Pipeline counting(KafkaSource<String> source, ConcurrentMap<Long, Long> counts) {
        return Events.from(source, TIMES.lag(Duration.ofMillis(LAG)))
                .window(Window.tumbling(Duration.ofMillis(50)))
                .aggregate(Aggregates.count())
                .to(Sink.of(result -> counts.merge(result.start(), result.value(), Long::sum)));
    }

    /** Verifies that the order in which partitions are read makes no event late. */
    @Test
    void windowsOverPartitionsOfDifferentSpeedEqualBruteForce() throws Exception {
        for (int trial = 0; trial < 5; trial++) {
            int partitions = 1 + random.nextInt(5);
            String topic = broker.topic(partitions);
            List<String> all = new ArrayList<>();
            for (int i = 0; i < partitions; i++) {
                List<String> times = times(random.nextInt(20_000), random.nextInt(20));
                broker.write(topic, i, times);
                all.addAll(times);
            }
            ConcurrentMap<Long, Long> counts = new ConcurrentHashMap<>();
            Job job = engine.start(counting(source(topic).bounded(), counts));
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
            assertThat(job.metrics().late()).as("seed " + seed).isZero();
            assertThat(new TreeMap<>(counts)).as("seed " + seed).isEqualTo(counts(all));
        }
    }

    /** Verifies that a job that is cancelled and started again at random moments counts each record once. */
    @Test
    void restartsCountEachRecordOnce() throws Exception {
        String topic = broker.topic(3);
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            List<String> times = times(20_000, 5);
            broker.write(topic, i, times);
            all.addAll(times);
        }
        JobOptions options = JobOptions.DEFAULT.withCheckpoints(folder, Duration.ofDays(1));
        Job.Status status = Job.Status.CANCELLED;
        // A result replaces that of an earlier run, which may repeat it.
        ConcurrentMap<Long, Long> counts = new ConcurrentHashMap<>();
        for (int run = 0; status != Job.Status.COMPLETED; run++) {
            KafkaSource<String> source = source(topic).bounded();
            Job job = engine.start(
                    Events.from(source, TIMES.lag(Duration.ofMillis(LAG)))
                            .window(Window.tumbling(Duration.ofMillis(50)))
                            .aggregate(Aggregates.count())
                            .to(Sink.of(result -> counts.put(result.start(), result.value()))),
                    options);
            if (run < 5) {
                int stop = random.nextInt(20_000);
                await(() -> job.metrics().events() >= stop || job.status() != Job.Status.RUNNING);
                if (job.status() == Job.Status.RUNNING && random.nextBoolean()) {
                    try {
                        job.checkpoint();
                    } catch (CheckpointException e) {
                        assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
                    }
                }
                job.cancel();
            }
            status = job.await();
        }
        assertThat(new TreeMap<>(counts)).as("seed " + seed).isEqualTo(counts(all));
        assertThat(committed(topic)).isEqualTo(Map.of(0, 20_000L, 1, 20_000L, 2, 20_000L));
    }

    private Map<Integer, Long> committed(String topic) throws Exception {
        Map<Integer, Long> offsets = new HashMap<>();
        broker.admin()
                .listConsumerGroupOffsets("group-of-" + topic)
                .partitionsToOffsetAndMetadata()
                .get()
                .forEach((partition, offset) -> offsets.put(partition.partition(), offset.offset()));
        return offsets;
    }

    @Test
    void jobWithoutCheckpointsCommitsWhatItDelivered() throws Exception {
        String topic = broker.topic(2);
        broker.write(topic, 0, numbers(0, 100));
        ConcurrentLinkedQueue<String> values = new ConcurrentLinkedQueue<>();
        engine.start(collecting(source(topic).bounded(), values)).await();
        assertThat(values).containsExactlyElementsOf(numbers(0, 100));
        assertThat(committed(topic)).isEqualTo(Map.of(0, 100L, 1, 0L));

        broker.write(topic, 0, numbers(100, 150));
        ConcurrentLinkedQueue<String> rest = new ConcurrentLinkedQueue<>();
        engine.start(collecting(source(topic).fromGroup().bounded(), rest)).await();
        assertThat(rest).containsExactlyElementsOf(numbers(100, 150));
    }

    @Test
    void sourceStartsWhereItIsTold() throws Exception {
        String topic = broker.topic(1);
        try (KafkaProducer<String, String> producer = broker.producer()) {
            for (int i = 0; i < 100; i++) {
                producer.send(new ProducerRecord<>(topic, 0, 1_000L + i, null, Integer.toString(i)));
            }
        }
        ConcurrentLinkedQueue<String> byTime = new ConcurrentLinkedQueue<>();
        engine.start(collecting(
                        source(topic).fromTime(Instant.ofEpochMilli(1_090)).bounded(), byTime))
                .await();
        assertThat(byTime).containsExactlyElementsOf(numbers(90, 100));
        ConcurrentLinkedQueue<String> byOffset = new ConcurrentLinkedQueue<>();
        engine.start(collecting(
                        source(topic)
                                .from(Map.of(new TopicPartition(topic, 0), 97L))
                                .bounded(),
                        byOffset))
                .await();
        assertThat(byOffset).containsExactlyElementsOf(numbers(97, 100));
        ConcurrentLinkedQueue<String> latest = new ConcurrentLinkedQueue<>();
        KafkaSource<String> source = source(topic).fromLatest();
        Job job = engine.start(collecting(source, latest));
        await(() -> source.metrics().lag().size() == 1); // the source has found the end
        broker.write(topic, 0, numbers(100, 110));
        await(() -> latest.size() == 10);
        job.drain();
        job.await();
        assertThat(latest).containsExactlyElementsOf(numbers(100, 110));
    }

    @Test
    void newPartitionsAndTopicsAreFoundWhileTheJobRuns() throws Exception {
        String prefix = "found-" + random.nextInt(1_000_000);
        broker.create(prefix + "-a", 1, Map.of());
        ConcurrentLinkedQueue<String> values = new ConcurrentLinkedQueue<>();
        KafkaSource<String> source = KafkaSource.ofValues(
                        broker.settings(), Topics.matching(prefix + "-.*"), StringDeserializer::new)
                .discoverEvery(Duration.ofMillis(200));
        Job job = engine.start(
                collecting(source, values),
                JobOptions.DEFAULT.withCheckpoints(folder.resolve("found"), Duration.ofMillis(50)));
        broker.write(prefix + "-a", 0, numbers(0, 10));
        await(() -> values.size() == 10);
        broker.addPartitions(prefix + "-a", 2);
        broker.write(prefix + "-a", 1, numbers(10, 20));
        await(() -> values.size() == 20);
        broker.create(prefix + "-b", 1, Map.of());
        broker.write(prefix + "-b", 0, numbers(20, 30));
        await(() -> values.size() == 30);
        job.drain();
        job.await();
        assertThat(values).containsExactlyInAnyOrderElementsOf(numbers(0, 30));
    }

    @Test
    void recordsOfOpenAndAbortedTransactionsAreNotRead() throws Exception {
        String topic = broker.topic(1);
        ConcurrentLinkedQueue<String> values = new ConcurrentLinkedQueue<>();
        KafkaSource<String> source = source(topic);
        Job job = engine.start(
                Events.from(source, TIMES.idleAfter(Duration.ofMillis(200))).to(Sink.of(values::add)));
        try (KafkaProducer<String, String> producer = broker.producer("transactional.id", topic)) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(topic, "1"));
            producer.flush();
            producer.abortTransaction();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(topic, "2"));
            producer.commitTransaction();
        }
        await(() -> values.size() == 1 && source.metrics().totalLag() == 0);
        job.drain();
        job.await();
        assertThat(values).containsExactly("2");
    }

    @Test
    void bytesThatCannotBeReadNameTheirPlace() throws Exception {
        String topic = broker.topic(1);
        broker.write(topic, 0, List.of("12345678", "poison", "87654321"));
        KafkaSource<Long> source = KafkaSource.ofValues(broker.settings(), Topics.named(topic), LongDeserializer::new)
                .bounded();
        Job failing = engine.start(
                Events.from(source, EventTime.<Long>of(number -> 0L)).to(Sink.of(number -> {})));
        assertThatThrownBy(failing::await)
                .isInstanceOf(JobException.class)
                .hasMessageContaining("topic " + topic + ", partition 0, offset 1");

        ConcurrentLinkedQueue<Long> values = new ConcurrentLinkedQueue<>();
        KafkaSource<Long> again = KafkaSource.ofValues(broker.settings(), Topics.named(topic), LongDeserializer::new)
                .bounded();
        Job skipping = engine.start(
                Events.from(again, EventTime.<Long>of(number -> 0L)).to(Sink.of(values::add)),
                JobOptions.DEFAULT.skippingFailures(true));
        skipping.await();
        assertThat(values).hasSize(2);
        assertThat(skipping.metrics().skipped()).isEqualTo(1);
    }

    @Test
    void offsetThatTheBrokerHasDeletedStopsTheJob() throws Exception {
        String topic = broker.topic(1);
        broker.write(topic, 0, numbers(0, 100));
        broker.admin()
                .deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(50)))
                .all()
                .get();
        Job job = engine.start(collecting(
                source(topic).from(Map.of(new TopicPartition(topic, 0), 10L)), new ConcurrentLinkedQueue<>()));
        assertThatThrownBy(job::await)
                .hasMessageContaining("Topic " + topic + " has no offset 10 in partition 0.")
                .hasMessageContaining("retention");
    }

    @Test
    void topicThatWasCreatedAgainStopsTheJob() throws Exception {
        String topic = broker.topic(1);
        broker.write(topic, 0, numbers(0, 10));
        JobOptions options = JobOptions.DEFAULT.withCheckpoints(folder, Duration.ofDays(1));
        ConcurrentLinkedQueue<String> values = new ConcurrentLinkedQueue<>();
        Job first = engine.start(collecting(source(topic), values), options);
        await(() -> values.size() == 10);
        first.checkpoint();
        first.cancel();
        first.await();
        broker.admin().deleteTopics(List.of(topic)).all().get();
        await(() -> {
            try {
                broker.create(topic, 1, Map.of());
                return true;
            } catch (ExecutionException e) {
                return false; // the old topic is still being deleted
            }
        });
        Job second = engine.start(collecting(source(topic), values), options);
        assertThatThrownBy(second::await).hasMessageContaining("Topic " + topic + " was deleted and created again");
    }

    @Test
    void unknownTopicStopsTheJobAfterItsTimeout() {
        Job job = engine.start(collecting(
                source("no-such-topic").unknownTopicAfter(Duration.ofMillis(500)), new ConcurrentLinkedQueue<>()));
        assertThatThrownBy(job::await)
                .hasMessageContaining("Topic no-such-topic does not exist")
                .hasMessageContaining("unknownTopicAfter");
    }

    @Test
    void partsReadEachPartitionOnce() {
        SourceSettings all = new SourceSettings(
                broker.settings(),
                Topics.named("a"),
                new Start.Earliest(),
                false,
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                0,
                1);
        for (int partition = 0; partition < 20; partition++) {
            int at = partition;
            assertThat(IntStream.range(0, 4).filter(part -> all.ofPart(part, 4).reads("clicks", at)))
                    .hasSize(1);
        }
        assertThat(IntStream.range(0, 20).filter(at -> all.ofPart(1, 4).reads("clicks", at)))
                .hasSize(5);
    }

    @Test
    void settingsWithoutServersAreRejected() {
        assertThatThrownBy(() -> KafkaSource.ofValues(Map.of(), Topics.named("a"), StringDeserializer::new))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bootstrap.servers");
        assertThatThrownBy(() -> KafkaSource.ofValues(broker.settings(), Topics.named("a"), StringDeserializer::new)
                        .fromGroup())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("group.id");
    }
}
