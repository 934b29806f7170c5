package org.speedwell.streaming.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobException;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.Source;
import org.speedwell.streaming.checkpoint.CheckpointException;

/** Verifies that a folder of checkpoints belongs to one job even after its lock file is deleted. */
@Tag("fault")
class LockFileTest {
    private static final Engine ENGINE = new Engine(1);

    @TempDir
    private Path folder;

    private Path lock;

    @BeforeEach
    void name() {
        lock = folder.resolve("lock");
    }

    @AfterAll
    static void close() {
        ENGINE.close();
    }

    private Job start() {
        return ENGINE.start(
                Events.from(
                                Source.rate(Instant.now(), 1000, Long.MAX_VALUE, (number, time) -> number),
                                EventTime.of(Long::longValue))
                        .to(Sink.of(number -> {})),
                JobOptions.DEFAULT.withCheckpoints(folder, Duration.ofDays(1)));
    }

    @Test
    void deletedLockIsTakenAgain() throws IOException, InterruptedException {
        Job job = start();
        job.checkpoint();
        Files.delete(lock);

        job.checkpoint();

        assertThat(lock).exists();
        assertThatThrownBy(this::start).isInstanceOf(CheckpointException.class).hasMessageContaining("another job");
        job.cancel();
        assertThat(job.await()).isEqualTo(Job.Status.CANCELLED);
        Job next = start();
        next.cancel();
        assertThat(next.await()).isEqualTo(Job.Status.CANCELLED);
    }

    @Test
    void jobFailsWhenAnotherTakesItsFolder() throws IOException {
        Job job = start();
        Files.delete(lock);
        Files.createFile(lock);
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
                FileLock ofAnother = channel.lock()) { // like a lock of another process
            assertThat(ofAnother.isValid()).isTrue();
            assertFails(job, "was deleted, and another job has locked the folder since");
            assertThat(checkpoints()).isZero();
        }
    }

    @Test
    void jobFailsWhenAnotherHasUsedItsFolder() throws IOException, InterruptedException {
        Job job = start();
        job.checkpoint();
        Files.delete(lock);
        Path foreign = folder.resolve("checkpoint-0000000000000000009");
        Files.writeString(foreign, "of another job");

        assertFails(job, "another job has changed the checkpoints since");

        assertThat(foreign).hasContent("of another job");
    }

    private static void assertFails(Job job, String message) {
        assertThatThrownBy(job::checkpoint).isInstanceOf(CheckpointException.class);
        assertThatThrownBy(job::await).isInstanceOf(JobException.class).hasMessageContaining(message);
    }

    private long checkpoints() throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("checkpoint"))
                    .count();
        }
    }
}
