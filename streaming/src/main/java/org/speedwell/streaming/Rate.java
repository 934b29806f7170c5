package org.speedwell.streaming;

import java.lang.invoke.MethodHandles;
import java.time.Instant;
import org.speedwell.streaming.engine.HiddenClassCopy;

/** The settings of a {@link RateSource}, or of several sources that each give a part of the events. */
record Rate<T>(Instant start, double eventsPerSecond, long count, RateSource.Maker<? extends T> make) {
    ReplayableSource<T> all() {
        return part(0, 1);
    }

    /** Creates a source with its own copy of the class, so that its loop creates no events of other jobs. */
    ReplayableSource<T> part(int part, int parts) {
        return HiddenClassCopy.of(MethodHandles.lookup(), RateSource.class).make(this, part, parts);
    }
}
