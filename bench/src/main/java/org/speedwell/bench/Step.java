package org.speedwell.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * A step of a preset, which runs in a separate JVM.
 *
 * @param title the description for the user
 * @param flags the flags of the JVM
 * @param arguments the arguments of {@link Main}
 */
record Step(String title, List<String> flags, List<String> arguments) {

    /** Returns a step that runs a program. */
    static Step program(String title, Program program, List<String> flags, Object... operands) {
        List<String> arguments = new ArrayList<>(List.of("program", program.name()));
        for (Object operand : operands) {
            arguments.add(operand.toString());
        }
        return new Step(title, flags, arguments);
    }

    /** Returns a step that runs JMH. JMH forks a JVM for each benchmark, as the benchmark's annotations define. */
    static Step jmh(String title, String file, String... arguments) {
        return program(title, Program.jmh, List.of(), with(file, arguments));
    }

    /**
     * Returns a step that runs JMH inside the JVM of the step. All benchmarks share this JVM and the rows that it
     * builds.
     */
    static Step jmhInOneJvm(String title, List<String> flags, String file, String... arguments) {
        List<String> inProcess = new ArrayList<>(List.of(arguments));
        inProcess.addAll(List.of("-f", "0"));
        return program(title, Program.jmh, flags, with(file, inProcess.toArray(String[]::new)));
    }

    private static Object[] with(String file, String... arguments) {
        List<String> all = new ArrayList<>(List.of(file));
        all.addAll(List.of(arguments));
        return all.toArray();
    }
}
