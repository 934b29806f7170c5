package org.speedwell.streaming.window;

import java.io.Serializable;
import java.time.Instant;

/**
 * The result of one key in one window. As an event, its time is the last millisecond of the window.
 *
 * @param start first millisecond of the window; for a session, the time of its first event
 * @param end the millisecond behind the window's last; for a session, the time of its last event plus the gap
 * @param early whether the window is still open: another result of it follows
 */
public record WindowResult<K, R>(K key, long start, long end, R value, boolean early) implements Serializable {

    /** The result of a closed window. */
    public WindowResult(K key, long start, long end, R value) {
        this(key, start, end, value, false);
    }

    /** The {@link #start}, where times are milliseconds since the epoch. */
    public Instant startTime() {
        return Instant.ofEpochMilli(start);
    }

    /** The {@link #end}, where times are milliseconds since the epoch. */
    public Instant endTime() {
        return Instant.ofEpochMilli(end);
    }
}
