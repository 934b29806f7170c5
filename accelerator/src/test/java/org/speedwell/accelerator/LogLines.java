package org.speedwell.accelerator;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Collects the lines that all threads log until it is closed. Thread-safe. */
public final class LogLines implements AutoCloseable {
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    /** A field, as the JDK holds loggers weakly. */
    private final List<Logger> loggers;

    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            lines.add(line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    /** @param names of the loggers, or of ones above them */
    public LogLines(String... names) {
        this.loggers = Stream.of(names).map(Logger::getLogger).toList();
        loggers.forEach(logger -> logger.addHandler(handler));
    }

    /** Returns all lines so far that {@link #next} has not returned. */
    public List<String> all() {
        return List.copyOf(lines);
    }

    /** Waits for the next line; null if none comes within a minute. */
    public @Nullable String next() throws InterruptedException {
        return lines.poll(1, TimeUnit.MINUTES);
    }

    @Override
    public void close() {
        loggers.forEach(logger -> logger.removeHandler(handler));
    }
}
