package org.speedwell.streaming;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A launcher of processes that run a test program until the test kills them or they end. */
public final class KillableJvm {
    private final Class<?> program;
    private final Patience patience;
    private final Path folder;
    private final String seed;

    /** A wait for the end of a process. */
    @FunctionalInterface
    interface Patience {
        /** Returns whether the process has ended. Returns false as soon as the process is considered stuck. */
        boolean awaitEnd(Process process) throws InterruptedException;
    }

    /**
     * Creates a launcher for one program.
     *
     * @param folder the folder for the error output of the processes
     * @param seed the seed to name in messages
     */
    public KillableJvm(Class<?> program, Path folder, long seed) {
        this(program, folder, seed, process -> process.waitFor(10, TimeUnit.MINUTES)); // normally it lives for seconds
    }

    KillableJvm(Class<?> program, Path folder, long seed, Patience patience) {
        this.program = program;
        this.patience = patience;
        this.folder = folder;
        this.seed = "seed " + seed;
    }

    /**
     * Runs a process until it has printed the awaited lines, and then for at most {@code millis} longer. If the process
     * is stuck, the method fails with the stacks of its threads.
     *
     * @param awaited the expected lines in order; the process may print others between them
     * @param millis the time in milliseconds, or {@link Integer#MAX_VALUE} to wait for the end of the process
     * @return true if the process ended by itself
     */
    public boolean live(List<String> arguments, List<String> awaited, int millis)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(java("java"), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--"))
                .forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(arguments);
        Path errors = Files.createTempFile(folder, program.getSimpleName(), ".txt");
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        Path stacks = errors.resolveSibling(errors.getFileName() + ".stacks");
        Thread watch = Thread.ofPlatform().daemon().start(() -> endIfStuck(process, stacks));
        try (BufferedReader output = process.inputReader(UTF_8)) {
            for (String line : awaited) {
                await(line, output, errors, stacks);
            }
            if (millis < Integer.MAX_VALUE && !process.waitFor(millis, TimeUnit.MILLISECONDS)) {
                return false;
            }
            List<String> rest = output.lines().toList();
            assertThat(process.waitFor())
                    .as(() -> seed + ": " + rest + read(errors) + read(stacks))
                    .isZero();
            return true;
        } finally {
            process.destroyForcibly().waitFor();
            watch.join();
        }
    }

    /** Ends a process that is stuck, and first keeps the stacks of its threads. */
    private void endIfStuck(Process process, Path stacks) {
        try {
            if (!patience.awaitEnd(process)) {
                String number = Long.toString(process.pid());
                run("jcmd", number, "Thread.dump_to_file", "-overwrite", stacks.toString()); // has virtual threads
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void run(String tool, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(java(tool)));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(1, TimeUnit.MINUTES)) { // the process does not even reach a safepoint
            process.destroyForcibly();
        }
    }

    private static String java(String tool) {
        return Path.of(System.getProperty("java.home"), "bin", tool).toString();
    }

    private void await(String expected, BufferedReader output, Path errors, Path stacks) throws IOException {
        String line = output.readLine();
        while (line != null && !line.equals(expected)) {
            line = output.readLine();
        }
        if (line == null) {
            throw new AssertionError(
                    seed + ", the process ended before " + expected + ": " + read(errors) + read(stacks));
        }
    }

    /** Returns the text of a file; nothing if there is no file. */
    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            return e.toString();
        }
    }
}
