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

/** Processes that run a program of the tests, until they are killed or have come to their end. */
public final class KillableJvm {
    private final Class<?> program;
    private final Path folder;
    private final String seed;

    /**
     * Processes of one program.
     *
     * @param folder for what it says of errors
     * @param seed for messages
     */
    public KillableJvm(Class<?> program, Path folder, long seed) {
        this.program = program;
        this.folder = folder;
        this.seed = "seed " + seed;
    }

    /**
     * Lets a process live until it has printed some lines, and for so long after that.
     *
     * @param awaited in this order; it may print others
     * @param millis {@link Integer#MAX_VALUE} for one that is not killed
     * @return whether it has come to its end
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
