package org.speedwell.accelerator.versions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.ForkedJvm;

/**
 * Verifies JVMs in which {@code System.gc()} does nothing. Unreachable versions still return their memory, and errors
 * name versions that streams hold.
 */
@Tag("forked")
class DisabledCollectionTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseG1GC", "-XX:+UseSerialGC"})
    void retiredVersionsReturnMemoryAndHeldVersionsAreNamed(String collector) throws IOException, InterruptedException {
        String output = ForkedJvm.run(
                folder,
                List.of("-XX:+DisableExplicitGC", "-Xms1g", "-Xmx1g", collector),
                Reopening.class,
                List.of(folder.toString()),
                300);

        assertThat(output)
                .contains("500 rows of version 6")
                .containsPattern("refused: The snapshot .* does not fit: .* versions [\\d, ]+ hold memory,"
                        + " because streams, iterators or views of them are reachable, or because the garbage collector"
                        + " has not run yet: -XX:\\+DisableExplicitGC")
                .contains("500 rows of a stream");
    }
}
