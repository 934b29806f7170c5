package org.speedwell.streaming;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Events at a steady rate, each at a time set in advance. Made by {@link Source#rate}. */
public final class RateSource<T> implements ReplayableSource<T> {
    private static final double NANOS = 1e9;

    private final long startMillis;
    private final long startNanos;
    private final double eventsPerSecond;
    private final Maker<? extends T> make;
    private long count;
    private long next;

    /** Events below this are due. */
    private long due;

    /** Makes the event of a number, from 0, and of the time in milliseconds at which it is due. */
    @FunctionalInterface
    public interface Maker<T> {
        T make(long number, long time);
    }

    RateSource(Instant start, double eventsPerSecond, long count, Maker<? extends T> make) {
        if (!(eventsPerSecond > 0)) {
            throw new IllegalArgumentException("A rate of " + eventsPerSecond + " events/s: it must be above 0.");
        }
        this.startMillis = start.toEpochMilli();
        this.startNanos =
                System.nanoTime() + Duration.between(Instant.now(), start).toNanos();
        this.eventsPerSecond = eventsPerSecond;
        this.count = count;
        this.make = make;
    }

    @Override
    public @Nullable T poll() {
        if (next >= due) {
            due = Math.min(count, (long) ((System.nanoTime() - startNanos) * eventsPerSecond / NANOS));
            if (next >= due) {
                return null;
            }
        }
        long number = next++;
        return make.make(number, startMillis + (long) (number * 1000 / eventsPerSecond));
    }

    @Override
    public Long position() {
        return next;
    }

    @Override
    public void seek(Serializable position) {
        next = (Long) position;
    }

    @Override
    public boolean isExhausted() {
        return next >= count;
    }

    @Override
    public void stop() {
        count = next;
        due = next;
    }
}
