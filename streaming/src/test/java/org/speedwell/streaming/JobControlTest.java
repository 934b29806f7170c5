package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.window.Window;

/** Tests jobs that callers find by name, pause and resume. */
@Timeout(60)
@Tag("unit")
class JobControlTest {
    private static final EventTime<Long> TIMES = EventTime.of(Long::longValue);

    private final Engine engine = new Engine(2);
    private final AtomicLong sum = new AtomicLong();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        engine.close();
    }

    private Job start(String name, PushSource<Long> source) {
        return engine.start(Events.from(source, TIMES).to(Sink.of(sum::addAndGet)), JobOptions.DEFAULT.named(name));
    }

    private static PushSource<Long> source() {
        return new PushSource<>(10_000);
    }

    @Test
    void pausedJobTakesNoEvents() throws InterruptedException {
        PushSource<Long> source = source();
        Job job = start("sums", source);
        source.push(1L);
        await().until(() -> sum.get() == 1);
        job.pause();
        assertThat(job.status()).isEqualTo(Job.Status.PAUSED);
        awaitRounds(job);
        for (long number : LongStream.rangeClosed(1, 1_000).toArray()) {
            source.push(number);
        }
        awaitRounds(job);
        assertThat(job.metrics().events()).isEqualTo(1);
        assertThat(job.report().status()).isEqualTo(Job.Status.PAUSED);

        job.resume();
        assertThat(job.status()).isEqualTo(Job.Status.RUNNING);
        await().until(() -> sum.get() == 1 + 500_500);
        job.drain();
        assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        job.pause();
        assertThat(job.status()).isEqualTo(Job.Status.COMPLETED);
    }

    /** Waits until another job on the same threads has processed events, so that all tasklets have had their turn. */
    private void awaitRounds(Job notOf) throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            Job other = engine.start(Events.from(Source.of(List.of(1L)), TIMES).to(Sink.of(number -> {})));
            assertThat(other).isNotSameAs(notOf);
            other.await();
        }
    }

    @Test
    void pausedJobTakesCheckpointsAndContinuesFromThem() throws InterruptedException {
        JobOptions options =
                JobOptions.DEFAULT.named("windows").withCheckpoints(folder.resolve("states"), Duration.ofHours(1));
        Job job = engine.start(counts(folder), options);
        job.pause();
        job.checkpoint();
        long taken = job.metrics().events();
        job.checkpoint();
        assertThat(job.metrics().events()).isEqualTo(taken);
        job.cancel();
        job.await();

        Job again = engine.start(counts(folder), options);
        assertThat(again.await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(folder.resolve("results")).hasContent(expected());
    }

    private static Pipeline counts(Path folder) {
        return Events.from(Source.of(LongStream.range(0, 200_000).boxed().toList()), TIMES)
                .window(Window.tumbling(Duration.ofMillis(1_000)))
                .aggregate(Aggregates.count())
                .to(new FileSink<>(folder.resolve("results"), result -> result.start() + " " + result.value()));
    }

    private static String expected() {
        return String.join(
                "\n",
                LongStream.range(0, 200).mapToObj(i -> i * 1_000 + " 1000").toList());
    }

    @Test
    void pausedJobDrainsAndIsCancelled() throws InterruptedException {
        PushSource<Long> source = source();
        Job drained = start("drained", source);
        drained.pause();
        source.push(7L);
        drained.drain();
        assertThat(drained.await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(sum).hasValue(7);

        Job cancelled = start("cancelled", source());
        cancelled.pause();
        cancelled.cancel();
        assertThat(cancelled.await()).isEqualTo(Job.Status.CANCELLED);
    }

    @Test
    void jobsAreFoundByNameUntilOthersReplaceThem() throws InterruptedException {
        Job first = start("first", source());
        Job second = start("second", source());
        assertThat(engine.jobs()).containsExactly(first, second);
        assertThat(engine.job("second")).containsSame(second);
        assertThat(engine.job("third")).isEmpty();

        first.cancel();
        first.await();
        assertThat(engine.job("first")).containsSame(first);
        Job again = start("first", source());
        assertThat(engine.job("first")).containsSame(again);
        assertThat(engine.jobs()).containsExactly(second, again);
        for (int i = 0; i < 30; i++) {
            Job ended = start("ended " + i, source());
            ended.drain();
            ended.await();
        }
        assertThat(engine.jobs()).hasSizeLessThan(20).contains(second, again);
        assertThat(engine.job("ended 29")).isPresent();
    }

    @Test
    void failedJobReportsItsCause() throws InterruptedException {
        Job job = engine.start(
                Events.from(Source.of(List.of(1L)), TIMES)
                        .map(number -> number / 0)
                        .to("out", Sink.of(number -> {})),
                JobOptions.DEFAULT.named("failing"));
        job.awaitEnd();
        JobReport report = engine.job("failing").orElseThrow().report();
        assertThat(report.status()).isEqualTo(Job.Status.FAILED);
        assertThat(report.failure()).hasValueSatisfying(text -> assertThat(text).contains("/ by zero"));
    }

    @Test
    void reportNamesPartsTheirInputsAndWatermarks() throws InterruptedException {
        Job job = engine.start(Events.from(Source.of(List.of(1L, 2_500L)), TIMES)
                .named("numbers")
                .filter(number -> true)
                .keyLong(number -> number)
                .window(Window.tumbling(Duration.ofSeconds(1)))
                .aggregate(Aggregates.count())
                .named("counts")
                .to("out", new FileSink<>(folder.resolve("out"), Object::toString)));
        job.await();
        List<JobReport.Part> parts = job.report().parts();
        assertThat(parts)
                .extracting(JobReport.Part::name)
                .containsExactly("numbers", "filter (operation 1)", "totals for counts", "counts", "out");
        assertThat(parts).extracting(JobReport.Part::number).containsExactly(1, 2, 0, 3, 4);
        assertThat(parts)
                .extracting(JobReport.Part::inputs)
                .containsExactly(List.of(), List.of(1), List.of(2), List.of(2), List.of(3));
        assertThat(parts)
                .extracting(JobReport.Part::kind)
                .containsExactly("IteratorSource", "filter", "totals", "Sliding[size=1000, slide=1000]", "FileSink");
        assertThat(parts.getFirst().received()).isEqualTo(2);
        assertThat(parts.getLast().received()).isEqualTo(2);
        assertThat(parts.get(1).hosts()).containsExactly(1);
        assertThat(parts.getFirst().watermark()).isEqualTo(Long.MAX_VALUE);
        assertThat(parts.get(3).watermark()).isEqualTo(Long.MAX_VALUE);
    }
}
