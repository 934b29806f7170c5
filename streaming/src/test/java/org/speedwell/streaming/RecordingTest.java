package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.streaming.micrometer.JobMeters;

/** Verifies the events that a job writes to a flight recording, and its meters in a registry. */
@Timeout(60)
@Tag("unit")
class RecordingTest {
    private static final EventTime<Long> TIMES = EventTime.of(Long::longValue);

    @TempDir
    private Path folder;

    @Test
    void recordingHasStatusAndCheckpointsOfJobs() throws IOException, InterruptedException {
        Path file = folder.resolve("jobs.jfr");
        try (Recording recording = new Recording();
                Engine engine = new Engine(1)) {
            recording.start();
            Job job = engine.start(
                    Events.from(Source.rate(Instant.now(), 1, 1000, (number, time) -> time), TIMES)
                            .to(Sink.of(time -> {})),
                    JobOptions.DEFAULT.named("checked").withCheckpoints(folder.resolve("own"), Duration.ofDays(1)));
            job.checkpoint();
            job.drain();
            job.await();
            Job failing = engine.start(
                    Events.from(Source.of(List.of(1L)), TIMES)
                            .<Long>map(number -> 1 / (number - 1))
                            .to(Sink.of(number -> {})),
                    JobOptions.DEFAULT.named("failing"));
            assertThatThrownBy(failing::await).isInstanceOf(JobException.class);
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);

        assertThat(of("JobStatus", events).map(event -> event.getString("job") + " " + event.getString("status")))
                .containsExactly(
                        "checked RUNNING",
                        "checked DRAINING",
                        "checked COMPLETED",
                        "failing RUNNING",
                        "failing FAILED");
        assertThat(of("JobStatus", events).toList().getLast().getString("failure"))
                .contains("map (operation 1) failed on 1");
        assertThat(of("Checkpoint", events)).singleElement().satisfies(event -> {
            assertThat(event.getString("job")).isEqualTo("checked");
            assertThat(event.getLong("number")).isEqualTo(1);
            assertThat(event.getLong("bytes")).isPositive();
            assertThat(event.getString("failure")).isNull();
        });
    }

    @Test
    void recordingHasProgressOfRunningJobs() throws InterruptedException {
        PushSource<Long> source = new PushSource<>(10);
        CountDownLatch progress = new CountDownLatch(1);
        CountDownLatch tasklets = new CountDownLatch(2);
        try (RecordingStream stream = new RecordingStream();
                Engine engine = new Engine(1)) {
            stream.enable("speedwell.streaming.JobProgress").withPeriod(Duration.ofMillis(10));
            stream.enable("speedwell.streaming.Tasklet").withPeriod(Duration.ofMillis(10));
            stream.onEvent("speedwell.streaming.JobProgress", event -> {
                if (event.getString("job").equals("progressing") && event.getLong("events") == 1) {
                    progress.countDown();
                }
            });
            stream.onEvent("speedwell.streaming.Tasklet", event -> {
                if (event.getString("job").equals("progressing") && event.getDouble("busy") <= 1) {
                    tasklets.countDown();
                }
            });
            stream.startAsync();
            engine.start(Events.from(source, TIMES).to(Sink.of(number -> {})), JobOptions.DEFAULT.named("progressing"));
            source.push(1L);
            progress.await();
            tasklets.await();
        }
    }

    @Test
    void metersReportMetricsOfJob() throws InterruptedException {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (Engine engine = new Engine(1)) {
            Job job = engine.start(
                    Events.from(Source.of(List.of(1L, 2L, 3L)), TIMES)
                            .map(number -> 6 / (number - 2))
                            .to(Sink.of(number -> {})),
                    JobOptions.DEFAULT.named("metered").skippingFailures(true));
            new JobMeters(job).bindTo(registry);
            job.await();
        }

        assertThat(count(registry, "events")).isEqualTo(3);
        assertThat(count(registry, "skipped")).isEqualTo(1);
        assertThat(count(registry, "results")).isEqualTo(2);
        assertThat(count(registry, "checkpoints")).isZero();
        assertThat(registry.get("speedwell.streaming.watermark.lag").timeGauge().value())
                .isZero();
        assertThat(registry.get("speedwell.streaming.tasklet.queued")
                        .tags("job", "metered", "tasklet", "sink")
                        .gauge()
                        .value())
                .isZero();
        assertThat(registry.get("speedwell.streaming.tasklet.state")
                        .tags("job", "metered", "tasklet", "sink")
                        .gauge()
                        .value())
                .isZero();
        assertThat(registry.get("speedwell.streaming.tasklet.busy")
                        .tag("tasklet", "source 1")
                        .functionCounter()
                        .count())
                .isPositive();
    }

    private static double count(SimpleMeterRegistry registry, String name) {
        return registry.get("speedwell.streaming." + name)
                .tag("job", "metered")
                .functionCounter()
                .count();
    }

    private static Stream<RecordedEvent> of(String name, List<RecordedEvent> events) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("speedwell.streaming." + name))
                .sorted(Comparator.comparing(RecordedEvent::getEndTime));
    }
}
