package org.speedwell.streaming;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A source of events at a steady rate, each at a time set in advance. {@link Source#rate} creates it. */
public final class RateSource<T> implements ReplayableSource<T> {
    private static final double NANOS = 1e9;
    private static final double MILLIS = 1e3;

    private final long startMillis;
    private final long startNanos;
    private final double eventsPerSecond;
    private final Maker<? extends T> make;
    private final Rate<T> rate;

    /** The distance between the numbers of this source's events. */
    private final int step;

    private long count;
    private long next;

    /** The number below which all events are due. */
    private long due;

    /**
     * The time of the next events, those below {@link #endOfMillisecond}. It is stored because a division for each
     * event would be slow.
     */
    private long time;

    private long endOfMillisecond;

    /** A function that creates the event of a number, from 0, and of its due time in milliseconds. */
    @FunctionalInterface
    public interface Maker<T> {
        T make(long number, long time); // never null
    }

    RateSource(Rate<T> rate, int first, int step) {
        double eventsPerSecond = rate.eventsPerSecond();
        Instant start = rate.start();
        if (!(eventsPerSecond > 0)) {
            throw new IllegalArgumentException("eventsPerSecond is " + eventsPerSecond + ", but must be above 0.");
        }
        this.startMillis = start.toEpochMilli();
        this.startNanos =
                System.nanoTime() + Duration.between(Instant.now(), start).toNanos();
        this.eventsPerSecond = eventsPerSecond;
        this.count = rate.count();
        this.make = rate.make();
        this.rate = rate;
        this.step = step;
        this.next = first;
        this.endOfMillisecond = first;
    }

    @Override
    public Optional<Source<T>> part(int part, int parts) {
        return Optional.of(rate.part(part, parts));
    }

    @Override
    public @Nullable T poll() {
        if (next >= due) {
            due = Math.min(count, (long) ((System.nanoTime() - startNanos) * eventsPerSecond / NANOS));
            if (next >= due) {
                return null;
            }
        }
        if (next >= endOfMillisecond) {
            beginMillisecond();
        }
        T event = make.make(next, time);
        next += step;
        if (event == null) {
            throw nullEvent();
        }
        return event;
    }

    private MalformedEventException nullEvent() {
        return new MalformedEventException(
                "event number " + (next - step), new NullPointerException("The maker returned null."));
    }

    private void beginMillisecond() {
        long millisecond = millisecond(next);
        time = startMillis + millisecond;
        endOfMillisecond = Math.max(next + 1, (long) ((millisecond + 1) * eventsPerSecond / MILLIS));
        while (endOfMillisecond > next + 1 && millisecond(endOfMillisecond - 1) > millisecond) {
            endOfMillisecond--; // because quotients are rounded
        }
    }

    /** Returns the milliseconds from the start until the event of a number is due. */
    private long millisecond(long number) {
        return (long) (number * MILLIS / eventsPerSecond);
    }

    @Override
    public Long position() {
        return next;
    }

    @Override
    public void seek(Serializable position) {
        next = (Long) position;
        endOfMillisecond = next;
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
