package org.speedwell.streaming.kafka;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.window.Window;

/**
 * A program that measures records of 100 bytes a second from a local broker. It compares a bare consumer, a job that
 * counts records, a job with windows, and a job from topic to topic. The argument is the number of records, by default ten million.
 */
final class Throughput {
    private static final int PARTITIONS = 4;
    private static final int BYTES = 100;
    private static final int ROUNDS = 3;
    private static final double NANOS = 1e9;
    private static final String TOPIC = "numbers";

    private final Broker broker;
    private final Path folder;
    private final long count;
    private int outputs;

    private Throughput(Broker broker, Path folder, long count) {
        this.broker = broker;
        this.folder = folder;
        this.count = count;
    }

    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("throughput");
        try (Broker broker = new Broker(folder, List.of("-Xmx1g"))) {
            Throughput run = new Throughput(broker, folder, args.length == 0 ? 10_000_000 : Long.parseLong(args[0]));
            broker.create(TOPIC, PARTITIONS, Map.of());
            run.write();
            for (int round = 0; round < ROUNDS; round++) {
                run.measure("bare consumer", run::consume);
                run.measure("count in a job", () -> run.run(run.counting(), null));
                run.measure("windows by key", () -> run.run(run.windows(), null));
                run.measure("topic to topic, at least once", () -> run.run(run.copying(false), "direct" + run.outputs));
                run.measure("topic to topic, exactly once", () -> run.run(run.copying(true), "exact" + run.outputs));
            }
        }
    }

    private void write() {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                broker.settings("linger.ms", 20, "batch.size", 1 << 19, "buffer.memory", 1L << 27),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (long i = 0; i < count; i++) {
                byte[] value = new byte[BYTES];
                ByteBuffer.wrap(value).putLong(i / 1000).putLong(i % 10_000);
                producer.send(new ProducerRecord<>(TOPIC, (int) (i % PARTITIONS), null, value));
            }
        }
    }

    private void measure(String what, Callable<Long> run) throws Exception {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long begin = System.nanoTime();
        long processor = system.getProcessCpuTime();
        long records = run.call();
        double seconds = (System.nanoTime() - begin) / NANOS;
        double busy = (system.getProcessCpuTime() - processor) / NANOS;
        System.out.printf(
                Locale.ROOT,
                "%-30s %,10.0f records/s, %,10.0f per second of a core, %.2f cores%n",
                what,
                records / seconds,
                records / busy,
                busy / seconds);
    }

    private long consume() {
        List<TopicPartition> partitions = IntStream.range(0, PARTITIONS)
                .mapToObj(each -> new TopicPartition(TOPIC, each))
                .toList();
        long records = 0;
        long sum = 0;
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                broker.settings("isolation.level", "read_committed", "max.poll.records", 4000),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (records < count) {
                for (ConsumerRecord<byte[], byte[]> each : consumer.poll(Duration.ofMillis(100))) {
                    records++;
                    sum += each.value().length;
                }
            }
        }
        if (sum != count * BYTES) {
            throw new IllegalStateException("The consumer read " + sum + " bytes.");
        }
        return records;
    }

    private long run(Pipeline pipeline, @Nullable String checkpoints) throws Exception {
        JobOptions options = JobOptions.DEFAULT.named("throughput");
        try (Engine engine = new Engine(1)) {
            Job job = engine.start(
                    pipeline,
                    checkpoints == null
                            ? options
                            : options.withCheckpoints(folder.resolve(checkpoints), Duration.ofSeconds(1)));
            job.await();
            if (job.metrics().events() != count || job.metrics().late() > 0) {
                throw new IllegalStateException(job.explain());
            }
        }
        return count;
    }

    private Events<byte[]> events() {
        return Events.from(
                KafkaSource.ofValues(broker.settings(), Topics.named(TOPIC), ByteArrayDeserializer::new)
                        .bounded(),
                EventTime.of(value -> ByteBuffer.wrap(value).getLong()));
    }

    private Pipeline counting() {
        LongAdder records = new LongAdder();
        return events().filter(value -> {
                    records.increment();
                    return false;
                })
                .to(Sink.of(value -> {}));
    }

    private Pipeline windows() {
        return events().keyLong(value -> ByteBuffer.wrap(value).getLong(8))
                .window(Window.tumbling(Duration.ofSeconds(1)))
                .aggregate(Aggregates.count())
                .to(Sink.of(result -> {}));
    }

    private Pipeline copying(boolean exactly) throws Exception {
        String to = "out-" + outputs++;
        broker.create(to, 1, Map.of());
        KafkaSink<byte[]> sink = KafkaSink.ofValues(broker.settings(), to, ByteArraySerializer::new);
        return events().to(exactly ? sink.exactlyOnce() : sink);
    }
}
