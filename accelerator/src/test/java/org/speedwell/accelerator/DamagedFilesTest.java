package org.speedwell.accelerator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

    /** Beyond all doubt that it hangs. */
    private static final long SECONDS = 240 + TRIALS;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void noDamagedFileEndsTheJvmOrIsTakenForSound() throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("--") || flag.startsWith("-Duser.") || flag.startsWith("-Dfile."))
                .forEach(command::add);
        command.addAll(List.of(
                "-Xmx512m",
                "-XX:ErrorFile=" + folder.resolve("error"),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                DamagedFiles.class.getName(),
                folder.toString(),
                String.valueOf(SEED),
                String.valueOf(TRIALS)));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended;
        try {
            ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
        } finally {
            process.destroyForcibly().waitFor();
        }
        String told = Files.readString(output);
        String tail = told.substring(Math.max(0, told.length() - 5_000));
        assertThat(ended).as("ended in %d seconds: %s", SECONDS, tail).isTrue();
        assertThat(process.exitValue()).as(tail).isZero();
        assertThat(tail).contains(TRIALS + " damaged files from seed " + SEED);
        System.out.print(tail.substring(tail.lastIndexOf('\n', tail.length() - 2) + 1));
    }
}
