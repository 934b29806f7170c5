package org.speedwell.streaming;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where a job's events come from. A source belongs to one job at a time, whose threads call it one at a time: a second job
 * that would read it is refused. No method may block (where waiting cannot be avoided, wait on a thread of one's own and hand the events over through a {@link PushSource}).
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
     * The next event, or null if there is none now. It is not asked while the job has no room for the event.
     *
     * @throws MalformedEventException if the next event cannot be read; the source has passed it over
     */
    @Nullable
    T poll();

    /** Whether no event is left and none will come. */
    boolean isExhausted();

    /** Lets no new events in: what the source has accepted by now is still given out, then it is exhausted. */
    void stop();

    /** The job is over, whatever the reason: no other call follows. */
    default void close() {}

    /**
     * A new source of a part of these events, each of which is in one part, where several members of a cluster can each read
     * some. Empty, unless overridden: then one member reads all. Each part has its own watermark, so that events whose order
     * matters are to be in one. Called on a source that is not read itself; an {@link Engine} reads sources whole.
     *
     * @param part from 0
     * @param parts how many there are; the same for all, as long as the job lasts
     */
    default Optional<Source<T>> part(int part, int parts) {
        return Optional.empty();
    }

    /**
     * A source of the given events, in their order, as fast as the job takes them; a job that is started when another with
     * the same source is over gets all of them again. An event that is null is a {@link MalformedEventException}. With checkpoints, a restart skips as
     * many events as were taken: the iterable must give the same ones then.
     */
    static <T> ReplayableSource<T> of(Iterable<? extends T> events) {
        return new IteratorSource<>(events);
    }

    /**
     * A source of the lines of a file in UTF-8, such as NDJSON or CSV, that are not blank, each parsed on its own. A line
     * on which the parser throws is a {@link MalformedEventException}; a file that cannot be read stops the job. Its
     * position is the number of the last line: until a job with checkpoints is over, the file may only be appended to.
     */
    static <T> ReplayableSource<T> lines(Path file, Function<? super String, ? extends T> parser) {
        return new LineSource<>(file, parser);
    }

    /**
     * A source of {@code count} events, the n-th of which is due n / {@code eventsPerSecond} after {@code start}: times
     * are set in advance, and a source that was held up catches up, so that a delay is seen and not hidden (an open
     * loop). Of several parts each has every so manieth event.
     */
    static <T> ReplayableSource<T> rate(
            Instant start, double eventsPerSecond, long count, RateSource.Maker<? extends T> make) {
        return new Rate<T>(start, eventsPerSecond, count, make).all();
    }
}
