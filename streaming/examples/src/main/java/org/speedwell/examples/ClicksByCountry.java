package org.speedwell.examples;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.serialization.StringSerializer;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.kafka.JsonDeserializer;
import org.speedwell.streaming.kafka.KafkaSink;
import org.speedwell.streaming.kafka.KafkaSource;
import org.speedwell.streaming.kafka.Topics;
import org.speedwell.streaming.window.Window;

/**
 * Counts the clicks of each minute and country from one topic of Kafka into another, each result exactly once. A click
 * is a record such as {@code {"country": "NL", "time": 1764444000000}}.
 *
 * <p>Arguments: the address of a broker, and the folder of the checkpoints.
 */
public final class ClicksByCountry {

    /** A click, with its time in milliseconds since 1970. */
    public record Click(String country, long time) {}

    private ClicksByCountry() {}

    static Pipeline pipeline(String broker) {
        KafkaSource<Click> clicks = KafkaSource.ofValues(
                Map.of("bootstrap.servers", broker, "group.id", "clicks-by-country"),
                Topics.named("clicks"),
                () -> new JsonDeserializer<>(Click.class));
        KafkaSink<String> counts = KafkaSink.<String>ofValues(
                        Map.of("bootstrap.servers", broker), "clicks-by-country", StringSerializer::new)
                .exactlyOnce();
        return Events.from(
                        clicks,
                        EventTime.of(Click::time).lag(Duration.ofSeconds(10)).idleAfter(Duration.ofMinutes(1)))
                .named("clicks")
                .key(Click::country)
                .window(Window.tumbling(Duration.ofMinutes(1)))
                .aggregate(Aggregates.count())
                .named("clicks a minute")
                .map(result -> result.key() + " " + result.start() + " " + result.value())
                .to("counts", counts);
    }

    static JobOptions options(Path checkpoints) {
        return JobOptions.DEFAULT.named("clicks-by-country").withCheckpoints(checkpoints, Duration.ofSeconds(1));
    }

    /** Runs until the process ends. After a restart, the job continues from its newest checkpoint. */
    public static void main(String[] arguments) throws InterruptedException {
        try (Engine engine = new Engine()) {
            Job job = engine.start(pipeline(arguments[0]), options(Path.of(arguments[1])));
            job.await();
        }
    }
}
