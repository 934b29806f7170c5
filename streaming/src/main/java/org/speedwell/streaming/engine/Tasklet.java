package org.speedwell.streaming.engine;

import java.util.Map;

/** A unit of work that shares a thread with others. Each call does a little work and never blocks. */
@FunctionalInterface
public interface Tasklet {
    Progress call();

    /**
     * Returns the number of events, or totals of events, that the tasklet has received. Any thread may call this, and
     * may see a slightly older number.
     */
    default long received() {
        return 0;
    }

    /**
     * Returns the bytes of the tables that hold the state. Any thread may call this, and may see a slightly older
     * number.
     */
    default long stateBytes() {
        return 0;
    }

    /** Returns figures of the source or the sink by name. Any thread may call this. */
    default Map<String, Long> gauges() {
        return Map.of();
    }

    /**
     * Returns the watermark that the tasklet has sent on, in milliseconds: {@link Batch#NO_WATERMARK} before the first,
     * {@link Batch#END} after the last. Any thread may call this, and may see a slightly older watermark.
     */
    default long watermark() {
        return Batch.NO_WATERMARK;
    }
}
