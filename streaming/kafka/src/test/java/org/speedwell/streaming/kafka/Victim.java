package org.speedwell.streaming.kafka;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.window.Window;

/** A process with a job from topic to topic, until a test kills it. */
final class Victim {
    static final int EVENTS = 6_000;
    static final int LAG = 10;
    static final int WINDOW = 20;

    /** The time of the last event. No event closes its window. */
    static final long LAST = 1L << 40;

    /** The events of a life before its first kill, so that each life makes progress. */
    private static final int LIFE = 500;

    private Victim() {}

    /** Runs the job. The arguments are the broker, the topics, a folder for checkpoints, threads and maxPending. */
    public static void main(String[] args) throws InterruptedException {
        Map<String, Object> settings = Map.of("bootstrap.servers", args[0], "group.id", args[1]);
        KafkaSource<String> source = KafkaSource.ofValues(settings, Topics.named(args[1]), StringDeserializer::new);
        KafkaSink<String> sink = KafkaSink.<String>ofValues(
                        Map.of("bootstrap.servers", args[0]), args[2], StringSerializer::new)
                .exactlyOnce(args[2])
                .maxPending(Long.parseLong(args[5]));
        try (Engine engine = new Engine(Integer.parseInt(args[4]))) {
            Job job = engine.start(
                    pipeline(source, sink),
                    JobOptions.DEFAULT.named("victim").withCheckpoints(Path.of(args[3]), Duration.ofMillis(20)));
            System.out.println("running");
            awaitCheckpoint(job);
            System.out.println("saved");
            job.await();
        }
    }

    /** Waits until the job has taken some events, if there are any, and written a checkpoint. */
    private static void awaitCheckpoint(Job job) throws InterruptedException {
        for (int i = 0; i < 100 && job.metrics().events() < LIFE; i++) {
            job.await(Duration.ofMillis(5));
        }
        job.checkpoint();
    }

    private static Pipeline pipeline(KafkaSource<String> source, KafkaSink<String> sink) {
        return Events.from(source, EventTime.<String>of(event -> part(event, 0)).lag(Duration.ofMillis(LAG)))
                .filter(Victim::slowly)
                .keyLong(event -> part(event, 1) % 3)
                .window(Window.tumbling(Duration.ofMillis(WINDOW)))
                .aggregate(Aggregates.sum((String event) -> part(event, 1)))
                .map(result -> result.start() + " " + result.key() + " " + result.value())
                .to("out", sink);
    }

    /** Delays the job, so that it needs several lives. */
    private static boolean slowly(String event) {
        if (event.hashCode() % 64 == 0) {
            LockSupport.parkNanos(1_000_000);
        }
        return true;
    }

    private static long part(String event, int number) {
        int space = event.indexOf(' ');
        return Long.parseLong(number == 0 ? event.substring(0, space) : event.substring(space + 1));
    }
}
