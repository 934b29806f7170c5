package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the results that a job writes to a file as lines. The recovery tests verify that each line is there once after
 * a kill.
 */
@Timeout(60)
@Tag("unit")
class FileSinkTest {
    private static final Engine ENGINE = new Engine(1);

    @TempDir
    private Path folder;

    @AfterAll
    static void close() {
        ENGINE.close();
    }

    @Test
    void newJobOverwritesFile() throws IOException, InterruptedException {
        Path file = folder.resolve("numbers.txt");
        for (int count : new int[] {20_000, 5}) {
            List<Long> numbers = LongStream.range(0, count).boxed().toList();
            assertThat(write(numbers, file).await()).isEqualTo(Job.Status.COMPLETED);
            assertThat(Files.readAllLines(file))
                    .isEqualTo(
                            numbers.stream().map(number -> "number " + number).toList());
        }
    }

    @Test
    void unwritableFileStopsJobAndIsNamed() {
        Path file = folder.resolve("missing").resolve("numbers.txt");
        Job job = write(List.of(1L, 2L), file);

        assertThatThrownBy(job::await)
                .isInstanceOf(JobException.class)
                .hasMessageContaining("The sink to file " + file + " failed");
        assertThat(job.status()).isEqualTo(Job.Status.FAILED);
    }

    private static Job write(List<Long> numbers, Path file) {
        return ENGINE.start(Events.from(Source.of(numbers), EventTime.of(Long::longValue))
                .to(new FileSink<>(file, number -> "number " + number)));
    }
}
