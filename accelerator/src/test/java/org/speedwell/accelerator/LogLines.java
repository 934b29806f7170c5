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

/** Collects the lines that all threads log, until it is closed. Thread-safe. */
public final class LogLines implements AutoCloseable {
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    /** The loggers. This field keeps them, as the JDK references loggers weakly. */
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

    /**
     * Starts to collect lines.
     *
     * @param names the names of the loggers, or of their ancestors
     */
    public LogLines(String... names) {
        this.loggers = Stream.of(names).map(Logger::getLogger).toList();
        loggers.forEach(logger -> logger.addHandler(handler));
    }

    /** Returns all lines that {@link #next} has not returned. */
    public List<String> all() {
        return List.copyOf(lines);
    }

    /** Waits for the next line. Returns null if none arrives within a minute. */
    public @Nullable String next() throws InterruptedException {
        return lines.poll(1, TimeUnit.MINUTES);
    }

    @Override
    public void close() {
        loggers.forEach(logger -> logger.removeHandler(handler));
    }
}
