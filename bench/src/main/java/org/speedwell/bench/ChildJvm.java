package org.speedwell.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A separate JVM, for a step of a run or for a server. */
public final class ChildJvm {
    /**
     * The flags that the other engines need. Native access also makes Speedwell faster. A JVM that starts with a class path does not read the
     * manifest of the jar. The flags that open or export packages are for Hazelcast.
     */
    private static final List<String> FLAGS = List.of(
            "--add-modules=java.se",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.management/sun.management=ALL-UNNAMED",
            "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    /**
     * The property that allows scans to use the Vector API, if the JVM has its module. {@code --no-vectors} sets it to
     * false.
     */
    static final String VECTORS = "speedwell.vectors";

    private ChildJvm() {}

    /** Returns the flags of this run. */
    static List<String> flags() {
        List<String> flags = new ArrayList<>(FLAGS);
        if (Boolean.parseBoolean(System.getProperty(VECTORS, "true"))) {
            flags.add("--add-modules=jdk.incubator.vector");
        }
        return flags;
    }

    /**
     * Runs a step in a separate JVM, which inherits the output of this one.
     *
     * @return true if the process ended with exit code 0
     */
    static boolean run(Step step, Path results) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("--results", results.toString()));
        arguments.addAll(step.arguments());
        Process process = of(Main.class, step.flags(), arguments).inheritIO().start();
        try {
            return process.waitFor() == 0;
        } finally {
            process.destroy();
        }
    }

    /** Returns a builder of a JVM with the class path, the flags and the database of this run. */
    public static ProcessBuilder of(Class<?> main, List<String> flags, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags());
        for (String name : List.of("speedwell.url", "speedwell.user", "speedwell.password", VECTORS)) {
            String value = System.getProperty(name);
            if (value != null) {
                command.add("-D" + name + "=" + value);
            }
        }
        command.addAll(flags);
        command.add("-cp");
        command.add(ManagementFactory.getRuntimeMXBean().getClassPath());
        command.add(main.getName());
        command.addAll(arguments);
        return new ProcessBuilder(command);
    }
}
