package org.speedwell.accelerator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files damaged in every way, opened in every mode, in a JVM of their own: none ends it or lets it hang, none whose
 * checksums are wrong is taken, and the version before goes on serving. More of them:
 * {@code -Dspeedwell.damagedFiles=2000 -Dspeedwell.seed=1}.
 */
class DamagedFilesTest {
    private static final int TRIALS = Integer.getInteger("speedwell.damagedFiles", 150);
    private static final long SEED = Long.getLong("speedwell.seed", 20261122);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void noDamagedFileEndsTheJvmOrIsTakenForSound() throws IOException, InterruptedException {
        String output = ForkedJvm.run(
                folder,
                List.of("-Xmx512m"),
                DamagedFiles.class,
                List.of(folder.toString(), String.valueOf(SEED), String.valueOf(TRIALS)),
                300 + TRIALS);

        assertThat(output).contains(TRIALS + " damaged files from seed " + SEED);
        System.out.print(output.substring(output.lastIndexOf('\n', output.length() - 2) + 1));
    }
}
