package org.speedwell.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM of its own for a step of a run, or for a server beside it. */
public final class ChildJvm {
    /**
     * What chronicle-core and the peers need; a JVM that is started on a class path does not read the jar's manifest.
     * Those that open or export packages are Hazelcast's.
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

    /** Whether scans may use the Vector API, as they do where the JVM has its module: {@code --no-vectors} says they may not. */
    static final String VECTORS = "speedwell.vectors";

    private ChildJvm() {}

    /** The flags of this run. */
    static List<String> flags() {
        List<String> flags = new ArrayList<>(FLAGS);
        if (Boolean.parseBoolean(System.getProperty(VECTORS, "true"))) {
            flags.add("--add-modules=jdk.incubator.vector");
        }
        return flags;
    }

    /**
     * Runs a step in a JVM of its own, whose output goes where ours does.
     *
     * @return whether it went well
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

    /** A JVM with our class path, and with the flags and the database of this run. */
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
