package org.speedwell.bench.kafka;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.kafka.KafkaSink;
import org.speedwell.streaming.kafka.KafkaSource;
import org.speedwell.streaming.kafka.Topics;
import org.speedwell.streaming.window.Window;

/** The jobs of the benchmark, on one engine thread. */
final class KafkaJobs {
    private static final JobOptions OPTIONS = JobOptions.DEFAULT.named("throughput");

    private final Numbers numbers;

    KafkaJobs(Numbers numbers) {
        this.numbers = numbers;
    }

    private Events<byte[]> events() {
        return Events.from(
                KafkaSource.ofValues(numbers.client(), Topics.named(Numbers.TOPIC), ByteArrayDeserializer::new)
                        .bounded(),
                EventTime.of(Numbers::time));
    }

    void count() throws InterruptedException {
        LongAdder records = new LongAdder();
        run(
                events().filter(value -> {
                            records.increment();
                            return false;
                        })
                        .to(Sink.of(value -> {})),
                OPTIONS);
        require(records.sum());
    }

    void windows() throws InterruptedException {
        LongAdder records = new LongAdder();
        run(
                events().keyLong(Numbers::key)
                        .window(Window.tumbling(Duration.ofSeconds(1)))
                        .aggregate(Aggregates.count())
                        .to(Sink.of(result -> records.add(result.value()))),
                OPTIONS);
        require(records.sum());
    }

    void copy(String to) throws InterruptedException {
        run(events().to(sink(to)), OPTIONS);
    }

    void copyExactlyOnce(String to, Path checkpoints) throws InterruptedException {
        run(events().to(sink(to).exactlyOnce(to)), OPTIONS.withCheckpoints(checkpoints, Duration.ofSeconds(1)));
    }

    private KafkaSink<byte[]> sink(String to) {
        return KafkaSink.ofValues(numbers.client(), to, ByteArraySerializer::new);
    }

    private void run(Pipeline pipeline, JobOptions options) throws InterruptedException {
        try (Engine engine = new Engine(1)) {
            Job job = engine.start(pipeline, options);
            job.await();
            if (job.metrics().late() > 0) {
                throw new IllegalStateException("Events were late: " + job.explain());
            }
            require(job.metrics().events());
        }
    }

    private void require(long found) {
        if (found != numbers.count()) {
            throw new IllegalStateException("The job processed " + found + " of " + numbers.count() + " records.");
        }
    }
}
