package org.speedwell.streaming.window;

import java.io.Serializable;
import java.time.Instant;

/**
 * The result of one key in one window. As an event, its time is the last millisecond of the window.
 *
 * @param key the key
 * @param start the first millisecond of the window; for a session, the time of its first event
 * @param end the millisecond after the last of the window; for a session, the time of its last event plus the gap
 * @param value the result
 * @param early true if the window is still open, so that another result of it follows
 */
public record WindowResult<K, R>(K key, long start, long end, R value, boolean early) implements Serializable {

    /** Creates the result of a closed window. */
    public WindowResult(K key, long start, long end, R value) {
        this(key, start, end, value, false);
    }

    /** Returns the {@link #start}, for times that are milliseconds since the epoch. */
    public Instant startTime() {
        return Instant.ofEpochMilli(start);
    }

    /** Returns the {@link #end}, for times that are milliseconds since the epoch. */
    public Instant endTime() {
        return Instant.ofEpochMilli(end);
    }
}
