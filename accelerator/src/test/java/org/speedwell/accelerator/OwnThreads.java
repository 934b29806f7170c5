package org.speedwell.accelerator;

import java.util.List;

/** The platform threads that this library starts. */
final class OwnThreads {
    /** The beginnings of the names of threads that run as long as the JVM. They return memory, and look for agents. */
    private static final List<String> LASTING = List.of("speedwell-memory", "speedwell-agents");

    private OwnThreads() {}

    /** Returns the names of the threads that loads and applications have started and not ended. */
    static List<String> left() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("speedwell") && LASTING.stream().noneMatch(name::startsWith))
                .toList();
    }
}
