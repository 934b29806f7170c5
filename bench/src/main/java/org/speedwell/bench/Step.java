package org.speedwell.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * One step of a preset, in a JVM of its own.
 *
 * @param title what it is, for a person who waits
 * @param flags of its JVM
 * @param arguments of {@link Main}
 */
record Step(String title, List<String> flags, List<String> arguments) {

    /** A program of ours. */
    static Step program(String title, Program program, List<String> flags, Object... operands) {
        List<String> arguments = new ArrayList<>(List.of("program", program.name()));
        for (Object operand : operands) {
            arguments.add(operand.toString());
        }
        return new Step(title, flags, arguments);
    }

    /** JMH, which forks JVMs of its own as its benchmarks say. */
    static Step jmh(String title, String file, String... arguments) {
        return program(title, Program.jmh, List.of(), with(file, arguments));
    }

    /** JMH within the step's JVM: all benchmarks in the same one, on rows that are made once. */
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
