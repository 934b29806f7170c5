package org.speedwell.bench.streaming;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** How long this JVM's threads were ready to run while the machine ran something else. Known on Linux only. */
final class RunDelay {
    private static final Path THREADS = Path.of("/proc/self/task");

    private RunDelay() {}

    /** Nanoseconds of all threads that live, since each began; 0 where it is not known. */
    static long nanos() {
        if (!Files.isDirectory(THREADS)) {
            return 0;
        }
        try (Stream<Path> threads = Files.list(THREADS)) {
            return threads.mapToLong(RunDelay::ofThread).sum();
        } catch (IOException e) {
            return 0;
        }
    }

    private static long ofThread(Path thread) {
        try {
            // running, waiting to run, number of turns
            return Long.parseLong(
                    Files.readString(thread.resolve("schedstat")).replaceFirst("^\\d+ (\\d+) (?s).*$", "$1"));
        } catch (IOException e) {
            return 0; // the thread has ended
        }
    }
}
