package org.speedwell.bench.streaming;

import java.time.Instant;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * A recorder of the latencies of the first and the last result of each moment. Latencies are in nanoseconds after the
 * ideal moment. Each thread of the engine has its own moments. The meter reads the clock at the first result of a
 * moment and at every 16th result after it. After a thousand results it reads the clock at every 128th: reading the
 * clock takes several times as long as a result.
 */
final class Meter implements Outlet {
    private static final int CLOCK_EVERY = 16;
    private static final int MANY = 1_000;
    private static final int CLOCK_EVERY_OF_MANY = 128;
    private static final long HIGHEST = 3_600_000_000_000L;

    private final long offset;
    private final Recorder firsts = new Recorder(HIGHEST, 3);
    private final Recorder lasts = new Recorder(HIGHEST, 3);
    private final Collection<Moment> moments = new ConcurrentLinkedQueue<>();
    private final ThreadLocal<Moment> mine = ThreadLocal.withInitial(this::moment);

    /**
     * The moment of the last calling thread. Usually the same thread calls again, and then needs no thread-local
     * lookup.
     */
    private @Nullable Moment last;

    /** The latest moment of one thread that has results. */
    private static final class Moment {
        private final Thread thread = Thread.currentThread();

        /** The time of the moment. Other threads read it. */
        private volatile long time;

        /** The same time, which the thread itself reads faster. */
        private long own;

        private long latest;
        private int results;

        /** The number of results at which the thread reads the clock again. */
        private int nextReading;
    }

    /** The latencies of first and last results. */
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
        if (time > moment.own) {
            begin(moment, time);
        } else if (++moment.results == moment.nextReading) {
            moment.latest = nanos();
            moment.nextReading += moment.results < MANY ? CLOCK_EVERY : CLOCK_EVERY_OF_MANY;
        }
    }

    private void begin(Moment moment, long time) {
        long now = nanos();
        if (moment.own > 0) {
            record(lasts, moment.latest - moment.own * 1_000_000);
        }
        record(firsts, now - time * 1_000_000);
        moment.own = time;
        moment.time = time;
        moment.latest = now;
        moment.results = 0;
        moment.nextReading = CLOCK_EVERY;
    }

    /** Returns the time of day with the steadiness of {@link System#nanoTime}. */
    private long nanos() {
        return offset + System.nanoTime();
    }

    /**
     * Records a latency of at least 0. Event times are rounded down to a millisecond, so a measured latency may be
     * negative.
     */
    private static void record(Recorder recorder, long nanos) {
        recorder.recordValue(Math.clamp(nanos, 0, HIGHEST));
    }

    /** Returns the latencies since the last call, and starts again. */
    Measurement take() {
        return new Measurement(firsts.getIntervalHistogram(), lasts.getIntervalHistogram());
    }

    /** Returns the age in nanoseconds of the latest moment of the slowest thread. */
    long behindNanos() {
        long time = moments.stream().mapToLong(moment -> moment.time).min().orElse(0);
        return nanos() - time * 1_000_000;
    }
}
