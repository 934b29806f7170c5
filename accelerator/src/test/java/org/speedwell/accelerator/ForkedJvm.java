package org.speedwell.accelerator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program of the tests in a JVM of its own, which it may end, or which has other flags. */
public final class ForkedJvm {
    private ForkedJvm() {}

    /**
     * The end of its output, once it has ended well; all is in the file {@code output}.
     *
     * @param folder for its files
     * @param seconds beyond all doubt that it hangs
     */
    public static String run(Path folder, List<String> flags, Class<?> main, List<String> arguments, long seconds)
            throws IOException, InterruptedException {
        List<String> program = new ArrayList<>(List.of("-cp", classPath(), main.getName()));
        program.addAll(arguments);
        return run(folder, flags, program, seconds);
    }

    /** The class path of the tests. */
    public static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /** A command that starts it; whoever does that ends it. */
    static List<String> command(Path folder, List<String> flags, Class<?> main, List<String> arguments) {
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

    /** As the other, but the program is told as on a command line. */
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
        String told = Files.readString(output);
        String tail = told.substring(Math.max(0, told.length() - 5_000));
        assertThat(ended).as("ended in %d seconds: %s", seconds, tail).isTrue();
        assertThat(process.exitValue()).as(tail).isZero();
        return tail;
    }
}
