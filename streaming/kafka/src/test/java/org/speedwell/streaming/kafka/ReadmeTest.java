package org.speedwell.streaming.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.window.Window;

/** Runs the example of the README. */
@Timeout(120)
@Tag("forked")
class ReadmeTest {
    @TempDir
    private Path folder;

    @Test
    void exampleOfReadmeRuns() throws Exception {
        Broker broker = Broker.shared();
        String servers = broker.address();
        broker.create("words", 2, Map.of());
        broker.create("word-counts", 1, Map.of());
        broker.write("words", 0, List.of("one", "two"));
        broker.write("words", 1, List.of("two", "three"));

        KafkaSource<String> words = KafkaSource.ofValues(
                Map.of("bootstrap.servers", servers, "group.id", "word-count"),
                Topics.named("words"),
                StringDeserializer::new);
        KafkaSink<String> counts = KafkaSink.<String>ofValues(
                        Map.of("bootstrap.servers", servers), "word-counts", StringSerializer::new)
                .exactlyOnce();

        Pipeline pipeline = Events.from(words, EventTime.of(word -> 0L))
                .key(word -> word)
                .window(Window.tumbling(Duration.ofMinutes(1)))
                .aggregate(Aggregates.count())
                .map(result -> result.key() + " " + result.value())
                .to("counts", counts);

        try (Engine engine = new Engine()) {
            Job job = engine.start(
                    pipeline, JobOptions.DEFAULT.named("word-count").withCheckpoints(folder, Duration.ofSeconds(1)));
            Awaitility.await().until(() -> job.metrics().events() == 4);
            job.drain();
            job.await();
        }
        assertThat(broker.read("word-counts")).containsExactlyInAnyOrder("one 1", "two 2", "three 1");
    }

    /** Compares the example with this test, except for spaces. */
    @Test
    void exampleOfReadmeIsThisTest() throws Exception {
        String readme = Files.readString(Path.of("README.md"));
        String example = readme.substring(readme.indexOf("```java") + 7, readme.indexOf("```\n\n`ReadmeTest`"));
        String test = Files.readString(Path.of("src/test/java/org/speedwell/streaming/kafka/ReadmeTest.java"));
        String shown = example.lines()
                .map(line -> line.replaceAll("//.*", ""))
                .collect(Collectors.joining())
                .replaceAll("\\s", "");
        String source = test.replaceAll("Awaitility.*?;", "").replaceAll("\\s", "");
        assertThat(source).contains(shown);
    }
}
