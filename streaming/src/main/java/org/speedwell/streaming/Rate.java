package org.speedwell.streaming;

import java.lang.invoke.MethodHandles;
import java.time.Instant;
import org.speedwell.streaming.engine.HiddenClassCopy;

/** Of what a {@link RateSource} is made, or several of which each gives a part. */
record Rate<T>(Instant start, double eventsPerSecond, long count, RateSource.Maker<? extends T> make) {
    ReplayableSource<T> all() {
        return part(0, 1);
    }

    /** A source of a class of its own, so that no other job's events are made in its loop. */
    ReplayableSource<T> part(int part, int parts) {
        return HiddenClassCopy.of(MethodHandles.lookup(), RateSource.class).make(this, part, parts);
    }
}
