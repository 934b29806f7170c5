package org.speedwell.streaming.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.schema.DockerImages;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Sink;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/** Tests a job from topic to topic against the image of Kafka's makers. The test kills the broker and starts it again. */
@Timeout(300)
@Tag("oracle")
@Tag("fault")
@Tag("forked")
class ContainerTest {
    private static final String IMAGE = System.getProperty("speedwell.test.kafka", "apache/kafka:4.3.1");
    private static final int RECORDS = 20_000;

    @TempDir
    private Path folder;

    @Test
    void eachRecordIsCopiedOnceOverARestart() throws Exception {
        DockerImages.problem(IMAGE).ifPresent(problem -> {
            System.out.println("NOT TESTED WITH A CONTAINER: " + problem);
            abort(problem);
        });
        try (KafkaContainer broker =
                new KafkaContainer(DockerImageName.parse(IMAGE).asCompatibleSubstituteFor("apache/kafka"))) {
            broker.setPortBindings(List.of(Broker.freePort() + ":9092")); // the same one after a restart
            broker.start();
            Map<String, Object> client = Map.of("bootstrap.servers", broker.getBootstrapServers());
            try (Admin admin = Admin.create(client)) {
                admin.createTopics(List.of(new NewTopic("in", 3, (short) 1), new NewTopic("out", 2, (short) 1)))
                        .all()
                        .get();
            }
            copy(broker, client);
            assertThat(read(client)).containsExactlyInAnyOrderElementsOf(numbers(0, 2 * RECORDS));
        }
    }

    /** Copies the first half of the records, kills the broker, and copies the second half. */
    private void copy(KafkaContainer broker, Map<String, Object> client) throws Exception {
        KafkaSource<String> source = KafkaSource.ofValues(client, Topics.named("in"), StringDeserializer::new);
        KafkaSink<String> sink =
                KafkaSink.<String>ofValues(client, "out", StringSerializer::new).exactlyOnce();
        write(client, numbers(0, RECORDS));
        try (Engine engine = new Engine(2)) {
            Job job = engine.start(
                    Events.from(source, EventTime.of(Long::parseLong)).to("out", sink),
                    JobOptions.DEFAULT.named("copy").withCheckpoints(folder, Duration.ofMillis(20)));
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> sink.metrics().transactions() > 0);
            broker.getDockerClient().killContainerCmd(broker.getContainerId()).exec();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> source.metrics().silence().toMillis() > 1_500);
            assertThat(job.status()).isEqualTo(Job.Status.RUNNING);
            broker.getDockerClient().startContainerCmd(broker.getContainerId()).exec();
            write(client, numbers(RECORDS, 2 * RECORDS));
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> job.metrics().events() == 2 * RECORDS);
            job.drain();
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        }
    }

    private static List<String> numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(Integer::toString).toList();
    }

    private static void write(Map<String, Object> client, List<String> values) {
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(client, new StringSerializer(), new StringSerializer())) {
            values.forEach(value -> producer.send(new ProducerRecord<>("in", value)));
        }
    }

    /** Returns the committed records of the output. */
    private static Collection<String> read(Map<String, Object> client) throws InterruptedException {
        ConcurrentLinkedQueue<String> read = new ConcurrentLinkedQueue<>();
        KafkaSource<String> source = KafkaSource.ofValues(client, Topics.named("out"), StringDeserializer::new)
                .bounded();
        try (Engine engine = new Engine(1)) {
            engine.start(Events.from(source, EventTime.of(Long::parseLong)).to(Sink.of(read::add)))
                    .await();
        }
        return new ArrayList<>(read);
    }
}
