package org.speedwell.bench.streaming;

import java.time.Instant;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Takes the latency of the first and of the last result of each moment, in nanoseconds from the ideal moment on, for each
 * of the engine's threads by itself. The clock is read at the first result of a moment and at every 16th after it.
 */
final class Meter implements Outlet {
    private static final long CLOCK_EVERY = 16;
    private static final long HIGHEST = 3_600_000_000_000L;

    private final long offset;
    private final Recorder firsts = new Recorder(HIGHEST, 3);
    private final Recorder lasts = new Recorder(HIGHEST, 3);
    private final Collection<Moment> moments = new ConcurrentLinkedQueue<>();
    private final ThreadLocal<Moment> mine = ThreadLocal.withInitial(this::moment);

    /** The moment of whichever thread came last: most often the same one again, which need not look for its own. */
    private @Nullable Moment last;

    /** The latest moment that one thread has results of. */
    private static final class Moment {
        private final Thread thread = Thread.currentThread();
        private volatile long time;
        private long latest;
        private long results;
    }

    /** What was measured. */
    record Measurement(Histogram first, Histogram last) {}

    Meter() {
        Instant now = Instant.now();
        offset = now.getEpochSecond() * 1_000_000_000 + now.getNano() - System.nanoTime();
    }

    private Moment moment() {
        Moment moment = new Moment();
        moments.add(moment);
        return moment;
    }

    @Override
    public void accept(long time, Object key, Object value) {
        Moment moment = last;
        if (moment == null || moment.thread != Thread.currentThread()) {
            moment = mine.get();
            last = moment;
        }
        if (time > moment.time) {
            long now = nanos();
            if (moment.time > 0) {
                record(lasts, moment.latest - moment.time * 1_000_000);
            }
            record(firsts, now - time * 1_000_000);
            moment.time = time;
            moment.latest = now;
            moment.results = 0;
        } else if (++moment.results % CLOCK_EVERY == 0) {
            moment.latest = nanos();
        }
    }

    /** The time of day, as steady as {@link System#nanoTime}. */
    private long nanos() {
        return offset + System.nanoTime();
    }

    /** A millisecond holds the event times that are rounded down to it, so that latencies are never below zero. */
    private static void record(Recorder recorder, long nanos) {
        recorder.recordValue(Math.clamp(nanos, 0, HIGHEST));
    }

    /** Gives what was measured since the last call, and begins anew. */
    Measurement take() {
        return new Measurement(firsts.getIntervalHistogram(), lasts.getIntervalHistogram());
    }

    /** How old the latest moment is that the slowest thread has results of. */
    long behindNanos() {
        long time = moments.stream().mapToLong(moment -> moment.time).min().orElse(0);
        return nanos() - time * 1_000_000;
    }
}
