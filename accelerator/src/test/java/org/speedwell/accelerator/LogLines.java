package org.speedwell.accelerator;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Collects the lines that all threads log until it is closed. Thread-safe. */
final class LogLines implements AutoCloseable {
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    /** A field, as the JDK holds loggers weakly. */
    private final Logger logger;

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

    /** @param name of the logger, or of one above it */
    LogLines(String name) {
        this.logger = Logger.getLogger(name);
        logger.addHandler(handler);
    }

    /** Returns all lines so far that {@link #next} has not returned. */
    List<String> all() {
        return List.copyOf(lines);
    }

    /** Waits for the next line; null if none comes within a minute. */
    @Nullable
    String next() throws InterruptedException {
        return lines.poll(1, TimeUnit.MINUTES);
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
    }
}
