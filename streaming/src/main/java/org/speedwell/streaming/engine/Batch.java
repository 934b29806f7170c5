package org.speedwell.streaming.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A batch of events between two tasklets, stored in columns, with the watermark after them. A batch is a slot of a
 * conveyor: tasklets fill and read it in place, and reuse it. For one thread at a time. The fields are public because
 * loops run over them.
 */
public final class Batch {
    /**
     * The number of events at which a batch is full. It may exceed this number only by the further results of its last
     * event.
     */
    public static final int FULL = 1024;

    /** The watermark of a batch that has none. */
    public static final long NO_WATERMARK = Long.MIN_VALUE;

    /** The largest absolute event time in milliseconds. The limit prevents an overflow of window times. */
    public static final long TIME_LIMIT = 1L << 60;

    /** The watermark after the last event of a stream. */
    public static final long END = Long.MAX_VALUE;

    /** The largest number of references that are cleared one by one. */
    private static final int MAX_CLEARED_SINGLY = 64;

    private static final Object[] ABSENT = new Object[0];

    private final Layout layout;

    public long[] times = new long[FULL];
    public long[] keys = new long[FULL];
    public long[] values;
    public long[] counts;
    public @Nullable Object[] objectKeys;
    public @Nullable Object[] events;
    public int size;

    /** The watermark: every later event has at least this time, or is late. */
    long watermark = NO_WATERMARK;

    /** True if the sender has nothing to send, so that receivers must not wait for it. */
    boolean idle;

    /**
     * True if the sender is no longer idle, so that receivers must wait for it again, whatever else the batch contains.
     */
    boolean awake;

    /** True if the events are results of windows that are still open. */
    boolean early;

    /** The number of the checkpoint whose barrier follows this batch; 0 if there is none. */
    long barrier;

    public Batch(Layout layout) {
        this.layout = layout;
        this.values = new long[layout.values() ? FULL : 0];
        this.counts = new long[layout.counts() ? FULL : 0];
        this.objectKeys = layout.objectKeys() ? new Object[FULL] : ABSENT;
        this.events = layout.events() ? new Object[FULL] : ABSENT;
    }

    /** Adds an event with its time and key. The caller sets the other columns at the returned index. */
    public int add(long time, long key) {
        if (size == times.length) {
            grow();
        }
        times[size] = time;
        keys[size] = key;
        return size++;
    }

    /** Returns the number of events that a row represents. */
    public long count(int i) {
        return counts.length == 0 ? 1 : counts[i];
    }

    /** Returns whether the events are results of windows that are still open. Later results replace them. */
    public boolean isEarly() {
        return early;
    }

    void clear() {
        objectKeys = layout.objectKeys() ? cleared(objectKeys) : ABSENT;
        events = layout.events() ? cleared(events) : ABSENT;
        size = 0;
        watermark = NO_WATERMARK;
        idle = false;
        awake = false;
        early = false;
        barrier = 0;
    }

    /**
     * Returns a column without references. If the old one held many, it returns a new array. Each store into an old
     * array costs a barrier of the garbage collector, and all of them together cost more than a new array.
     */
    private @Nullable Object[] cleared(@Nullable Object[] column) {
        if (size > MAX_CLEARED_SINGLY && column.length == FULL) {
            return new Object[FULL];
        }
        Arrays.fill(column, 0, size, null);
        return column;
    }

    private void grow() {
        int capacity = 2 * size;
        times = Arrays.copyOf(times, capacity);
        keys = Arrays.copyOf(keys, capacity);
        values = layout.values() ? Arrays.copyOf(values, capacity) : values;
        counts = layout.counts() ? Arrays.copyOf(counts, capacity) : counts;
        objectKeys = layout.objectKeys() ? Arrays.copyOf(objectKeys, capacity) : objectKeys;
        events = layout.events() ? Arrays.copyOf(events, capacity) : events;
    }
}
