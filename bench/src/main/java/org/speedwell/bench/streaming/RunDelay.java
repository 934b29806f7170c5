package org.speedwell.bench.streaming;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The time for which threads of this JVM were ready to run while the machine ran other threads. Only Linux reports it.
 */
final class RunDelay {
    private static final Path THREADS = Path.of("/proc/self/task");

    private RunDelay() {}

    /** Returns the nanoseconds of all live threads since each started; 0 if the system does not report them. */
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
            // the fields are: time running, time waiting to run, number of time slices
            return Long.parseLong(
                    Files.readString(thread.resolve("schedstat")).replaceFirst("^\\d+ (\\d+) (?s).*$", "$1"));
        } catch (IOException e) {
            return 0; // the thread has ended
        }
    }
}
