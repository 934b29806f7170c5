package org.speedwell.streaming.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.Source;

/** Restarts jobs some of whose sources had ended before the checkpoint. */
@Timeout(60)
@Tag("fault")
class EndedSourceTest {
    @TempDir
    private Path folder;

    private JobOptions options(Duration interval) {
        return JobOptions.DEFAULT.withCheckpoints(folder.resolve("checkpoints"), interval);
    }

    /** Continues a job whose sources 1 and 2 have ended, on one thread and with a checkpoint at once. */
    @Test
    void jobWithEndedSourcesContinues() throws InterruptedException {
        startWithEndedSources();
        for (int i = 0; i < 20; i++) {
            try (Engine engine = new Engine(1)) {
                Job job = engine.start(joining(), options(Duration.ofMillis(1)));
                job.checkpoint();
                job.checkpoint(); // after the ends of the joins, which no longer take a barrier
                job.cancel();
                job.await();
            }
        }
    }

    private void startWithEndedSources() throws InterruptedException {
        try (Engine engine = new Engine(1)) {
            Job job = engine.start(joining(), options(Duration.ofDays(1)));
            awaitEnds(job, 3);
            job.checkpoint();
            job.cancel();
            job.await();
        }
    }

    private static void awaitEnds(Job job, int tasklets) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> job.metrics().tasklets().stream()
                                .filter(each -> each.watermark() == Long.MAX_VALUE)
                                .count()
                        == tasklets);
    }

    /** Joins two short streams, and the results with a stream that does not end. */
    private static Pipeline joining() {
        Events<Long> pairs = events(new Numbers(0, 1, 100, 1e9))
                .keyLong(number -> number % 7)
                .intervalJoin(
                        events(new Numbers(0, 1, 100, 1e9)).keyLong(number -> number % 7),
                        Duration.ofMillis(-5),
                        Duration.ofMillis(5))
                .inner(Long::sum);
        Numbers endless = new Numbers(0, 1, Long.MAX_VALUE, 1e4);
        return pairs.keyLong(number -> number % 7)
                .asOfJoin(events(endless).keyLong(number -> number % 7))
                .inner(Long::sum)
                .to(Sink.of(number -> {}));
    }

    private static Events<Long> events(Numbers numbers) {
        return Events.from(numbers, EventTime.of(Long::longValue));
    }

    /** Appends to the file of a source that has ended. Its receivers have ended too, and cannot take more events. */
    @Test
    void sourceThatHasEndedStaysEnded() throws Exception {
        Path file = folder.resolve("numbers.txt");
        Files.writeString(file, "1\n2\n");
        List<Long> first = continueWithFile(file);
        assertThat(first).containsExactly(1L, 2L);
        Files.writeString(file, "3\n".repeat(100_000), StandardOpenOption.APPEND);
        assertThat(continueWithFile(file)).isEmpty();
    }

    /** Runs a job over a file and an endless source until the file has ended, and then saves it. */
    private List<Long> continueWithFile(Path file) throws InterruptedException {
        List<Long> taken = new CopyOnWriteArrayList<>();
        Events<Long> lines = Events.from(Source.lines(file, Long::valueOf), EventTime.of(Long::longValue));
        Pipeline pipeline = lines.to("lines", Sink.of(taken::add))
                .and(events(new Numbers(0, 1, Long.MAX_VALUE, 1e4)).to("numbers", Sink.of(number -> {})));
        try (Engine engine = new Engine(1)) {
            Job job = engine.start(pipeline, options(Duration.ofDays(1)));
            awaitEnds(job, 2);
            job.checkpoint();
            job.cancel();
            job.await();
        }
        return taken;
    }
}
