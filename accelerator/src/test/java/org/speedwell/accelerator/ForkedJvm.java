package org.speedwell.accelerator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a test program in a separate JVM, which may crash or need other flags. */
public final class ForkedJvm {
    private ForkedJvm() {}

    /**
     * Runs a program, and asserts that it ends with exit code 0. Returns the last 5,000 characters of its output; the
     * file {@code output} has all of it.
     *
     * @param folder the folder of its files
     * @param seconds the time after which the program certainly hangs
     */
    public static String run(Path folder, List<String> flags, Class<?> main, List<String> arguments, long seconds)
            throws IOException, InterruptedException {
        List<String> program = new ArrayList<>(List.of("-cp", classPath(), main.getName()));
        program.addAll(arguments);
        return run(folder, flags, program, seconds);
    }

    /** Returns the class path of the tests. */
    public static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /** Returns a command that starts a program. The caller must end the process. */
    public static List<String> command(Path folder, List<String> flags, Class<?> main, List<String> arguments) {
        List<String> program = new ArrayList<>(List.of("-cp", classPath(), main.getName()));
        program.addAll(arguments);
        return command(folder, flags, program);
    }

    private static List<String> command(Path folder, List<String> flags, List<String> program) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("--") || flag.startsWith("-Duser.") || flag.startsWith("-Dfile."))
                .forEach(command::add);
        command.addAll(flags);
        command.add("-XX:ErrorFile=" + folder.resolve("error"));
        command.addAll(program);
        return command;
    }

    /** Runs a program that is given as arguments of the {@code java} command. */
    public static String run(Path folder, List<String> flags, List<String> program, long seconds)
            throws IOException, InterruptedException {
        List<String> command = command(folder, flags, program);
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended;
        try {
            ended = process.waitFor(seconds, TimeUnit.SECONDS);
        } finally {
            process.destroyForcibly().waitFor();
        }
        String text = Files.readString(output);
        String tail = text.substring(Math.max(0, text.length() - 5_000));
        assertThat(ended).as("ended in %d seconds: %s", seconds, tail).isTrue();
        assertThat(process.exitValue()).as(tail).isZero();
        return tail;
    }
}
