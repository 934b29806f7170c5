package org.speedwell.bench;

import java.nio.file.Path;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** A runner of JMH with JMH's own arguments. It also measures the allocated bytes and the processor time. */
final class Jmh {
    private Jmh() {}

    /** Returns whether the arguments only ask JMH for help or for a list. */
    static boolean isHelpOrList(List<String> arguments) {
        return arguments.stream().anyMatch(List.of("-h", "-l", "-lp", "-lprof", "-lrf")::contains);
    }

    static void run(List<String> arguments, Path json) throws RunnerException, CommandLineOptionException {
        new Runner(new OptionsBuilder()
                        .parent(new CommandLineOptions(arguments.toArray(String[]::new)))
                        .jvmArgsPrepend(ChildJvm.flags().toArray(String[]::new))
                        .addProfiler(GCProfiler.class)
                        .addProfiler(ProcessorProfiler.class)
                        .resultFormat(ResultFormatType.JSON)
                        .result(json.toString())
                        .build())
                .run();
    }
}
