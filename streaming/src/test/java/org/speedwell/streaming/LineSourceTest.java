package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@Tag("fault")
class LineSourceTest {
    @TempDir
    private Path folder;

    private final Engine engine = new Engine(1);

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void linesAreReadInOrder() throws IOException, InterruptedException {
        List<Reading> expected = IntStream.range(0, 20_000)
                .mapToObj(i -> new Reading(i % 7, i, i % 100))
                .toList();
        Path file = file(expected.stream()
                .map(reading -> reading.sensor() + "," + reading.time() + "," + reading.value())
                .toList());
        List<Reading> found = new ArrayList<>();

        assertThat(engine.start(readings(file).to(Sink.of(found::add))).await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(found).isEqualTo(expected);
    }

    @Test
    void unparsableLineIsNamed() throws IOException {
        Path file = file(List.of("1,1,1", "", "1,2,x", "1,3,3"));
        Job job = engine.start(readings(file).to(Sink.of(reading -> {})));

        assertThatThrownBy(job::await)
                .isInstanceOf(JobException.class)
                .hasMessageContaining("the source failed on " + file + ", line 3: 1,2,x: ")
                .hasCauseInstanceOf(NumberFormatException.class);
    }

    @Test
    void unparsableLinesAreSkipped() throws IOException, InterruptedException {
        Path file = file(List.of("1,1,1", "1,2", "1,2,x", "1,3,3"));
        List<Reading> found = new ArrayList<>();
        Job job = engine.start(readings(file).to(Sink.of(found::add)), JobOptions.DEFAULT.skippingFailures(true));
        job.await();

        assertThat(found).containsExactly(new Reading(1, 1, 1), new Reading(1, 3, 3));
        assertThat(job.metrics().skipped()).isEqualTo(2);
    }

    @Test
    void unreadableFileAlwaysStopsJob() throws IOException {
        Path broken = Files.write(folder.resolve("broken"), new byte[] {'1', '\n', (byte) 0xC3, '\n'});
        for (Path file : List.of(folder.resolve("missing"), broken)) {
            Job job = engine.start(
                    Events.from(Source.lines(file, Long::valueOf), EventTime.of(Long::longValue))
                            .to(Sink.of(number -> {})),
                    JobOptions.DEFAULT.skippingFailures(true));
            assertThatThrownBy(job::await)
                    .isInstanceOf(JobException.class)
                    .hasCauseInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("Reading " + file + " failed.")
                    .rootCause()
                    .isInstanceOfAny(NoSuchFileException.class, MalformedInputException.class);
        }
    }

    @Test
    void cancelEndsReading() throws IOException, InterruptedException {
        Path file = file(IntStream.range(0, 100_000).mapToObj(i -> "1,1,1").toList());
        CountDownLatch seen = new CountDownLatch(1);
        Job job = engine.start(readings(file).to(Sink.of(reading -> seen.countDown())));
        seen.await();
        job.cancel();

        assertThat(job.await()).isIn(Job.Status.CANCELLED, Job.Status.COMPLETED);
    }

    private Path file(List<String> lines) throws IOException {
        return Files.write(folder.resolve("readings.csv"), lines);
    }

    private static Events<Reading> readings(Path file) {
        return Events.from(Source.lines(file, LineSourceTest::parse), EventTime.of(Reading::time));
    }

    private static Reading parse(String line) {
        String[] cells = line.split(",", -1);
        return new Reading(Long.parseLong(cells[0]), Long.parseLong(cells[1]), Long.parseLong(cells[2]));
    }
}
