package org.speedwell.accelerator;

import java.util.List;

/** The platform threads that this library starts. */
public final class OwnThreads {
    /** The prefixes of threads that live as long as the JVM. They return memory and look for agents. */
    private static final List<String> LASTING = List.of("speedwell-memory", "speedwell-agents");

    private OwnThreads() {}

    /** Returns the names of running threads that loads and applications have started. */
    public static List<String> left() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("speedwell") && LASTING.stream().noneMatch(name::startsWith))
                .toList();
    }
}
