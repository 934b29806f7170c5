package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.BlockingWork;

/**
 * A source of the lines of a file. A virtual thread reads ahead, because reading blocks. The job's thread parses the
 * lines.
 */
final class LineSource<T> extends Claims.SingleUse implements ReplayableSource<T> {
    private static final int READ_AHEAD = 4096;

    private final Path file;
    private final Function<? super String, ? extends T> parser;
    private final PushSource<Line> lines = new PushSource<>(READ_AHEAD);
    private boolean started;

    /** The number of the last polled line. Reading skips all lines up to the position at which it starts. */
    private long position;

    /** The reason why reading ended before the file. The reader writes it before it stops {@link #lines}. */
    private volatile @Nullable Throwable failure;

    private volatile @Nullable Thread reader;

    private record Line(long number, String text) {}

    LineSource(Path file, Function<? super String, ? extends T> parser) {
        this.file = file;
        this.parser = parser;
    }

    @Override
    public @Nullable T poll() {
        if (!started) {
            started = true;
            long from = position;
            reader = BlockingWork.start("speedwell-lines", () -> read(from));
        }
        Line line = lines.poll();
        if (line == null) {
            return null;
        }
        position = line.number;
        try {
            return requireNonNull(parser.apply(line.text), "The parser returned null.");
        } catch (Exception e) {
            throw new MalformedEventException(file + ", line " + line.number + ": " + line.text, e);
        }
    }

    @Override
    public boolean isExhausted() {
        boolean exhausted = lines.isExhausted();
        Throwable cause = failure;
        if (exhausted && cause != null) {
            String message = "Reading " + file + " failed.";
            throw cause instanceof IOException io
                    ? new UncheckedIOException(message, io)
                    : new IllegalStateException(message, cause);
        }
        return exhausted;
    }

    @Override
    public void stop() {
        lines.stop();
    }

    @Override
    public void close() {
        lines.close();
        Thread reading = reader;
        if (reading != null) {
            reading.interrupt(); // it may wait for bytes that never arrive
            BlockingWork.join(reading);
        }
    }

    @Override
    public String definition() {
        return "lines of " + file.getFileName();
    }

    @Override
    public Long position() {
        return position;
    }

    @Override
    public void seek(Serializable to) {
        position = (Long) to;
    }

    private void read(long from) {
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            long number = 0;
            for (String text = reader.readLine(); text != null; text = reader.readLine()) {
                number++;
                if (number > from && !text.isBlank() && !lines.pushUnlessStopped(new Line(number, text))) {
                    return;
                }
            }
            if (number < from) {
                failure = new IOException("The file has only " + number
                        + " lines, but the checkpoint was taken after line " + from + ".");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the job has ended
        } catch (Throwable e) {
            failure = e;
        } finally {
            lines.stop();
        }
    }
}
