package org.speedwell.streaming;

import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;

/** A clock that gives events the time of their arrival. It never goes back. Thread-safe. */
final class ArrivalClock implements ToLongFunction<Object> {
    private final InstantSource clock;
    private final AtomicLong latest = new AtomicLong(Long.MIN_VALUE);

    ArrivalClock(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public long applyAsLong(Object event) {
        return now();
    }

    /** Returns the present time, in milliseconds. No later event has an earlier time. */
    long now() {
        return latest.accumulateAndGet(clock.millis(), Math::max);
    }

    /** Makes the clock give no times before {@code time}. */
    void raise(long time) {
        latest.accumulateAndGet(time, Math::max);
    }
}
