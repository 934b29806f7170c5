package org.speedwell.streaming;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The origin of a job's events. A source belongs to one job at a time, whose threads call it one at a time. The engine
 * rejects a second job that would read it. No method may block. If waiting is unavoidable, wait on a separate thread
 * and pass the events through a {@link PushSource}.
 *
 * {@snippet :
 * Source<Reading> file = Source.lines(Path.of("readings.csv"), line -> {
 *     String[] cells = line.split(",");
 *     return new Reading(Long.parseLong(cells[0]), Long.parseLong(cells[1]), Long.parseLong(cells[2]));
 * });
 * }
 */
public interface Source<T> {

    /**
     * Returns the next event, or null if there is none now. The engine does not call it while the job has no room for
     * the event.
     *
     * @throws MalformedEventException if the source cannot read the next event; it has skipped that event
     */
    @Nullable
    T poll();

    /** Returns whether the source has delivered all events and no more will arrive. */
    boolean isExhausted();

    /** Stops accepting new events. The source still delivers the events that it has accepted, and is then exhausted. */
    void stop();

    /**
     * Returns figures of this source by name, such as the events that wait at the origin. Reports show them in this
     * order, and add those of the parts of a source. For any thread.
     */
    default Map<String, Long> gauges() {
        return Map.of();
    }

    /** Releases the source at the end of the job, whatever the reason. No other call follows. */
    default void close() {}

    /**
     * Returns a new source of one part of these events, so that several members of a cluster can each read a part. Each
     * event is in exactly one part. Empty unless overridden; then one member reads all events. Each part has its own
     * watermark, so events whose order matters must be in the same part. The engine never reads the source on which it
     * calls this method. An {@link Engine} itself reads sources whole.
     *
     * @param part the number of the part, from 0
     * @param parts the number of parts; it is the same for all parts and for the whole life of the job
     */
    default Optional<Source<T>> part(int part, int parts) {
        return Optional.empty();
    }

    /**
     * Returns a source of the given events, in their order, as fast as the job reads them. A later job with the same
     * source reads all of them again. A null event is a {@link MalformedEventException}. With checkpoints, a restart
     * skips as many events as the job has read. The iterable must then return the same events.
     */
    static <T> ReplayableSource<T> of(Iterable<? extends T> events) {
        return new IteratorSource<>(events);
    }

    /**
     * Returns a source of the non-blank lines of a UTF-8 file, such as NDJSON or CSV. The parser parses each line on
     * its own. A line that makes the parser throw is a {@link MalformedEventException}. A file that cannot be read
     * stops the job. The position is the number of the last line. Until a job with checkpoints has completed, other
     * processes may only append to the file. The job does not read lines that come after the source has ended, also
     * after a restart.
     */
    static <T> ReplayableSource<T> lines(Path file, Function<? super String, ? extends T> parser) {
        return new LineSource<>(file, parser);
    }

    /**
     * Returns a source of {@code count} events. Event n is due n / {@code eventsPerSecond} seconds after {@code start}.
     * The times are fixed in advance (an open loop). A delayed source catches up, so that the delay stays visible. Each
     * of <i>n</i> partitions receives every <i>n</i>-th event.
     */
    static <T> ReplayableSource<T> rate(
            Instant start, double eventsPerSecond, long count, RateSource.Maker<? extends T> make) {
        return new Rate<T>(start, eventsPerSecond, count, make).all();
    }
}
