package org.speedwell.streaming.kafka;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * A broker and controller in a process of its own, so that tests can kill it. Broker and clients share the class path,
 * but not the flags of the JVM.
 */
public final class Broker implements AutoCloseable {
    private static final AtomicInteger TOPICS = new AtomicInteger();

    private final Path folder;
    private final List<String> flags;
    private final int port = freePort();
    private final int controllerPort = freePort();
    private final Admin admin = Admin.create(Map.of("bootstrap.servers", address()));
    private @Nullable Process process;

    /** The holder of a broker that all test classes of a JVM share. */
    private static final class Shared {
        private static final Broker BROKER = start();

        private static Broker start() {
            try {
                Path folder = Files.createTempDirectory("kafka");
                Broker broker = new Broker(folder);
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                    broker.close();
                    delete(folder);
                }));
                return broker;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Starts a small broker whose files are in a folder. */
    Broker(Path folder) throws IOException, InterruptedException {
        this(folder, List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m"));
    }

    /**
     * Starts a broker whose files are in a folder.
     *
     * @param flags the flags of the broker's JVM
     */
    public Broker(Path folder, List<String> flags) throws IOException, InterruptedException {
        this.folder = folder;
        this.flags = flags;
        Files.writeString(
                folder.resolve("broker.properties"), """
                process.roles=broker,controller
                node.id=1
                controller.quorum.voters=1@localhost:%2$d
                listeners=PLAINTEXT://localhost:%1$d,CONTROLLER://localhost:%2$d
                advertised.listeners=PLAINTEXT://localhost:%1$d
                controller.listener.names=CONTROLLER
                log.dirs=%3$s
                auto.create.topics.enable=false
                offsets.topic.num.partitions=1
                offsets.topic.replication.factor=1
                transaction.state.log.num.partitions=1
                transaction.state.log.replication.factor=1
                transaction.state.log.min.isr=1
                transaction.abort.timed.out.transaction.cleanup.interval.ms=500
                group.initial.rebalance.delay.ms=0
                log.segment.delete.delay.ms=100
                log.retention.ms=-1
                """.formatted(port, controllerPort, folder.resolve("log")));
        start();
    }

    public static Broker shared() {
        return Shared.BROKER;
    }

    public void start() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                BrokerProcess.class.getName(),
                folder.resolve("broker.properties").toString()));
        Process started = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("broker.log").toFile()))
                .start();
        process = started;
        long start = System.nanoTime();
        while (true) {
            try {
                admin.describeCluster().nodes().get(5, TimeUnit.SECONDS);
                return;
            } catch (ExecutionException | TimeoutException e) {
                if (!started.isAlive() || System.nanoTime() - start > TimeUnit.MINUTES.toNanos(1)) {
                    throw new IllegalStateException(
                            "The broker has not started: " + Files.readString(folder.resolve("broker.log")), e);
                }
            }
        }
    }

    /** Kills the process of the broker, as a crash does. */
    public void kill() throws InterruptedException {
        requireNonNull(process).destroyForcibly().waitFor();
    }

    public String address() {
        return "localhost:" + port;
    }

    Admin admin() {
        return admin;
    }

    /** Creates a topic with a new name, and returns the name. */
    String topic(int partitions) throws InterruptedException, ExecutionException {
        return topic(partitions, Map.of());
    }

    String topic(int partitions, Map<String, String> settings) throws InterruptedException, ExecutionException {
        String topic = "topic-" + TOPICS.incrementAndGet();
        create(topic, partitions, settings);
        return topic;
    }

    public void create(String topic, int partitions, Map<String, String> settings)
            throws InterruptedException, ExecutionException {
        admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1).configs(settings)))
                .all()
                .get();
        awaitPartitions(topic, partitions);
    }

    /** Deletes a topic and its records. */
    public void delete(String topic) throws InterruptedException, ExecutionException {
        admin.deleteTopics(List.of(topic)).all().get();
    }

    void addPartitions(String topic, int total) throws InterruptedException, ExecutionException {
        admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(total)))
                .all()
                .get();
        awaitPartitions(topic, total);
    }

    /** Waits until the broker serves all partitions. A producer that asks earlier may wait for long. */
    private void awaitPartitions(String topic, int count) throws InterruptedException, ExecutionException {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (int i = 0; i < count; i++) {
            ends.put(new TopicPartition(topic, i), OffsetSpec.latest());
        }
        while (true) {
            try {
                admin.listOffsets(ends).all().get();
                return;
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) { // the broker does not know it yet
                    throw e;
                }
            }
        }
    }

    /** Returns the settings of clients, with further settings in pairs of names and values. */
    Map<String, Object> settings(Object... more) {
        Map<String, Object> settings = new HashMap<>(Map.of("bootstrap.servers", address()));
        for (int i = 0; i < more.length; i += 2) {
            settings.put((String) more[i], more[i + 1]);
        }
        return settings;
    }

    KafkaProducer<String, String> producer(Object... more) {
        return new KafkaProducer<>(settings(more), new StringSerializer(), new StringSerializer());
    }

    /** Writes values to a partition. */
    public void write(String topic, int partition, List<String> values) {
        try (KafkaProducer<String, String> producer = producer()) {
            values.forEach(value -> producer.send(new ProducerRecord<>(topic, partition, null, value)));
        }
    }

    /** Returns all committed values of a topic, in the order of each partition. */
    public List<String> read(String topic) throws InterruptedException, ExecutionException {
        return records(topic).stream().map(ConsumerRecord::value).toList();
    }

    List<ConsumerRecord<String, String>> records(String topic) throws InterruptedException, ExecutionException {
        TopicDescription description = requireNonNull(
                admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic));
        List<TopicPartition> partitions = description.partitions().stream()
                .map(each -> new TopicPartition(topic, each.partition()))
                .toList();
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                settings("isolation.level", "read_committed"), new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(each -> consumer.position(each) < requireNonNull(ends.get(each)))) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
        }
        return records;
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
        try {
            kill();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
