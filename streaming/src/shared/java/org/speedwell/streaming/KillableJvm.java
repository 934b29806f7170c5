package org.speedwell.streaming;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A launcher of processes that run a test program until the test kills them or they end. */
public final class KillableJvm {
    private final Class<?> program;
    private final Path folder;
    private final String seed;

    /**
     * Creates a launcher for one program.
     *
     * @param folder the folder for the error output of the processes
     * @param seed the seed to name in messages
     */
    public KillableJvm(Class<?> program, Path folder, long seed) {
        this.program = program;
        this.folder = folder;
        this.seed = "seed " + seed;
    }

    /**
     * Runs a process until it has printed the awaited lines, and then for at most {@code millis} longer.
     *
     * @param awaited the expected lines in order; the process may print others between them
     * @param millis the time in milliseconds, or {@link Integer#MAX_VALUE} to wait for the end of the process
     * @return true if the process ended by itself
     */
    public boolean live(List<String> arguments, List<String> awaited, int millis)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m"));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--"))
                .forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(arguments);
        Path errors = Files.createTempFile(folder, program.getSimpleName(), ".txt");
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        try (BufferedReader output = process.inputReader(UTF_8)) {
            for (String line : awaited) {
                await(line, output, errors);
            }
            if (millis < Integer.MAX_VALUE && !process.waitFor(millis, TimeUnit.MILLISECONDS)) {
                return false;
            }
            List<String> rest = output.lines().toList();
            assertThat(process.waitFor())
                    .as(() -> seed + ": " + rest + read(errors))
                    .isZero();
            return true;
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private void await(String expected, BufferedReader output, Path errors) throws IOException {
        String line = output.readLine();
        while (line != null && !line.equals(expected)) {
            line = output.readLine();
        }
        if (line == null) {
            throw new AssertionError(seed + ", the process ended before " + expected + ": " + read(errors));
        }
    }

    private static String read(Path errors) {
        try {
            return Files.readString(errors);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
