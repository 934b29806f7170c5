package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Verifies that a process that is stuck ends a test, with the place where it is stuck. */
@Timeout(300)
@Tag("forked")
class KillableJvmTest {
    @TempDir
    private Path folder;

    /** A program that creates a file, and then waits forever on a virtual thread. */
    static final class Stuck {
        private Stuck() {}

        public static void main(String[] args) throws InterruptedException {
            Thread.startVirtualThread(() -> waitForever(Path.of(args[0]))).join();
        }

        private static void waitForever(Path begun) {
            try {
                Files.createFile(begun);
                new CountDownLatch(1).await();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void stuckProcessFailsWithItsStacks() {
        assertThatThrownBy(() -> live("first", List.of("running"), 0))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("the process ended before running")
                .hasMessageContaining("Stuck.waitForever");
        assertThatThrownBy(() -> live("second", List.of(), Integer.MAX_VALUE))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Stuck.waitForever");
    }

    /** Runs a process that is considered stuck as soon as it has created a file. */
    private void live(String name, List<String> awaited, int millis) throws IOException, InterruptedException {
        Path begun = folder.resolve(name);
        KillableJvm jvm = new KillableJvm(Stuck.class, folder, 1, _ -> {
            await().atMost(Duration.ofMinutes(2)).until(() -> Files.exists(begun));
            return false;
        });
        jvm.live(List.of(begun.toString()), awaited, millis);
    }
}
