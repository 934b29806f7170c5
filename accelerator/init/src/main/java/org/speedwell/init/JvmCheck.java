package org.speedwell.init;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.init.model.Finding;

/** A check of the flags of the application's JVM. */
final class JvmCheck {
    private static final List<Flag> FLAGS = List.of(
            new Flag("--enable-native-access", "=ALL-UNNAMED", "reads of single values take longer"),
            new Flag("--add-modules", "=jdk.incubator.vector", "scans of columns without an index take longer"));

    private JvmCheck() {}

    private record Flag(String name, String value, String without) {}

    /** @param pid a process on this machine. If it is null, the check only lists the useful flags */
    static void run(@Nullable Long pid, List<Finding> findings) {
        if (pid == null) {
            findings.add(Finding.note(
                    "JVM",
                    "not checked",
                    "Name the application's process by --pid. No flag is required, but these are useful: "
                            + String.join(
                                    " ",
                                    FLAGS.stream()
                                            .map(flag -> flag.name + flag.value)
                                            .toList())));
            return;
        }
        Optional<ProcessHandle.Info> process = ProcessHandle.of(pid).map(ProcessHandle::info);
        if (process.isEmpty()) {
            findings.add(
                    Finding.error("JVM", "there is no process " + pid, "Run jps -l to list the running processes."));
            return;
        }
        Optional<String[]> arguments = process.get().arguments();
        if (arguments.isEmpty()) {
            findings.add(
                    Finding.note("JVM", "the system hides the arguments of process " + pid, "Run doctor as its user."));
            return;
        }
        check(List.of(arguments.get()), findings);
    }

    static void check(List<String> arguments, List<Finding> findings) {
        int before = findings.size();
        for (Flag flag : FLAGS) {
            if (arguments.stream().noneMatch(argument -> argument.startsWith(flag.name))) {
                findings.add(Finding.note(
                        "JVM",
                        "started without " + flag.name + flag.value,
                        "The application works, but " + flag.without + "."));
            }
        }
        if (arguments.contains("-XX:+UseEpsilonGC")) {
            findings.add(Finding.error(
                    "JVM",
                    "-XX:+UseEpsilonGC never returns the memory of former versions",
                    "Use another collector, such as G1 or ZGC."));
        }
        if (findings.size() == before) {
            findings.add(Finding.ok("JVM", "it has all useful flags"));
        }
    }
}
