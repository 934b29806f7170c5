package org.speedwell.accelerator.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a lease owns returns with it. */
class LeaseTest {
    private static final int FILES = 200;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    @EnabledOnOs(OS.LINUX)
    void mappingsReturnWhenTheyAreReleasedAndWhenNobodyCanReachThem() throws IOException {
        Path file = Files.write(folder.resolve("mapped"), new byte[10_000]);
        for (int i = 0; i < FILES; i++) {
            Lease released = new Lease();
            Region region = released.map(file);
            assertThat(region.size()).isEqualTo(10_000);
            assertThat(region.getLong(8_192)).isZero();
            assertThat(mappings(file)).isPositive();
            released.release();
            new Lease().map(file);
        }
        Awaitility.await().untilAsserted(() -> {
            Lease.reclaim();
            assertThat(mappings(file)).isZero();
        });
    }

    private static long mappings(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.endsWith(file.toString())).count();
        }
    }
}
