package org.speedwell.accelerator.versions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.ForkedJvm;

/**
 * Damages files in every way and opens them in every mode, in a separate JVM. No file may end or hang the JVM. The
 * store refuses each file with a wrong checksum and keeps its previous version.
 *
 * <p>{@code -Dspeedwell.damagedFiles=2000 -Dspeedwell.seed=1} runs more trials.
 */
@Tag("fault")
@Tag("forked")
class DamagedFilesTest {
    private static final int TRIALS = Integer.getInteger("speedwell.damagedFiles", 150);
    private static final long SEED = Long.getLong("speedwell.seed", 20261122);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void noDamagedFileEndsTheJvmOrIsAccepted() throws IOException, InterruptedException {
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
