package org.speedwell.streaming.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Events on their way from one tasklet to the next, in columns, and the watermark behind them. A slot of a conveyor,
 * filled and read in place and used again; for one thread at a time. Fields are open because loops run over them.
 */
public final class Batch {
    /** From this many events on, a batch is full. Only what one event makes of itself may come on top. */
    public static final int FULL = 1024;

    /** The watermark of a batch that has none. */
    public static final long NO_WATERMARK = Long.MIN_VALUE;

    /** Times of events are from minus this to this, in milliseconds, so that those of windows do not overflow. */
    public static final long TIME_LIMIT = 1L << 60;

    /** The watermark behind the last event of all. */
    public static final long END = Long.MAX_VALUE;

    /** So many references are cleared one by one. */
    private static final int FEW = 64;

    private static final Object[] ABSENT = new Object[0];

    private final Layout layout;

    public long[] times = new long[FULL];
    public long[] keys = new long[FULL];
    public long[] values;
    public long[] counts;
    public @Nullable Object[] objectKeys;
    public @Nullable Object[] events;
    public int size;

    /** No event that follows has a time below this, or is late. */
    long watermark = NO_WATERMARK;

    /** Whether the sender has nothing to send and is not to be waited for. */
    boolean idle;

    /** Whether a sender that was idle is to be waited for again, whatever else the batch has. */
    boolean awake;

    /** Whether its events are results of windows that are still open. */
    boolean early;

    /** The number of the checkpoint whose barrier lies behind this batch, or 0. */
    long barrier;

    public Batch(Layout layout) {
        this.layout = layout;
        this.values = new long[layout.values() ? FULL : 0];
        this.counts = new long[layout.counts() ? FULL : 0];
        this.objectKeys = layout.objectKeys() ? new Object[FULL] : ABSENT;
        this.events = layout.events() ? new Object[FULL] : ABSENT;
    }

    /** Adds an event of which only time and key are known; the caller sets the other columns at the index returned. */
    public int add(long time, long key) {
        if (size == times.length) {
            grow();
        }
        times[size] = time;
        keys[size] = key;
        return size++;
    }

    /** How many events a row stands for. */
    public long count(int i) {
        return counts.length == 0 ? 1 : counts[i];
    }

    /** Whether its events are results of windows that are still open: others follow in their place. */
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
     * A column without references. A new one if many were in it: into an old array each is stored with a fence, for the
     * collector's sake, and that costs more than the array.
     */
    private @Nullable Object[] cleared(@Nullable Object[] column) {
        if (size > FEW && column.length == FULL) {
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
