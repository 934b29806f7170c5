package org.speedwell.streaming;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;
import org.speedwell.streaming.engine.Millis;

/**
 * The event times of the splits of a source, and which of them are idle or paused. For the thread of the source.
 */
final class SplitClocks {
    /** The time of a split that had no event, and of a source with such a split. */
    static final long NONE = Long.MIN_VALUE;

    /** The interval at which the states of the splits are checked. */
    private static final long REVIEW_NANOS = 5_000_000;

    private final SplitSource<?> source;
    private final long idleNanos;
    private final long maxAhead;

    /** The largest event time of each split. */
    private long[] times = {};

    /** The time of the last event of each split. */
    private long[] last = {};

    /** The lesser of the last two event times. A single event with a wrong time does not pause its split. */
    private long[] recent = {};

    /** True if the split does not hold back the watermark. */
    private boolean[] idle = {};

    private boolean[] paused = {};

    /** True if the split was empty at the last review. */
    private boolean[] empty = {};

    /** The time of the review that first found the split empty. */
    private long[] emptyNanos = {};

    /** True once the source knew its splits. Splits that it finds later are new. */
    private boolean isKnown;

    /** The split with the least time among those that are not idle, or −1. */
    private int slowest = -1;

    /** The least time of the other splits that are not idle. */
    private long second = Long.MAX_VALUE;

    private long reviewNanos = System.nanoTime() - REVIEW_NANOS;

    SplitClocks(SplitSource<?> source, long idleNanos) {
        this.source = source;
        this.idleNanos = idleNanos;
        this.maxAhead = Millis.saturated(source.maxAhead());
    }

    /** Returns the least time of the splits that are not idle. It is {@link #NONE} if one of them had no event. */
    long time() {
        return slowest < 0 ? NONE : times[slowest];
    }

    /** Returns whether all splits are idle. False while the source does not know its splits. */
    boolean areIdle() {
        return slowest < 0 && source.splits() == times.length; // not if a review must still add splits
    }

    /** Records the time of the event that the source delivered last. Returns the {@link #time} of the source. */
    long advance(long time) {
        int split = source.split();
        if (split >= times.length) {
            grow(source.splits());
        }
        recent[split] = Math.min(time, last[split]);
        last[split] = time;
        if (idle[split]) {
            idle[split] = false;
            empty[split] = false;
            times[split] = Math.max(times[split], time);
            findSlowest();
        } else if (time > times[split]) {
            times[split] = time;
            if (split == slowest && time > second) {
                findSlowest();
            }
        }
        return times[slowest];
    }

    /** Checks the states of the splits, if it is time. A split may become idle, so {@link #time} may change. */
    void review() {
        long now = System.nanoTime();
        if (now - reviewNanos < REVIEW_NANOS) {
            return;
        }
        reviewNanos = now;
        grow(source.splits());
        isKnown |= source.splits() >= 0;
        long base = Long.MAX_VALUE;
        for (int split = 0; split < times.length; split++) {
            SplitSource.State state = source.state(split);
            boolean wasEmpty = empty[split];
            empty[split] = state == SplitSource.State.EMPTY;
            if (empty[split] && !wasEmpty) {
                emptyNanos[split] = now;
            }
            idle[split] = switch (state) {
                case READING -> idle[split] && times[split] == NONE; // until its first event
                case EMPTY -> idle[split] || idleNanos != Long.MAX_VALUE && now - emptyNanos[split] >= idleNanos;
                case EXHAUSTED -> true;
            };
            if (state == SplitSource.State.READING) {
                base = Math.min(base, times[split]);
            }
        }
        findSlowest();
        pauseBeyond(base);
    }

    /** Pauses the splits that are too far ahead of the slowest one that has more events, and resumes the others. */
    private void pauseBeyond(long base) {
        for (int split = 0; split < times.length; split++) {
            boolean isMeasured = base != NONE && base != Long.MAX_VALUE && recent[split] != NONE;
            boolean pauses = isMeasured && !idle[split] && recent[split] - base > maxAhead;
            if (pauses != paused[split]) {
                paused[split] = pauses;
                source.pause(split, pauses);
            }
        }
    }

    private void grow(int count) {
        int before = times.length;
        if (count <= before) {
            return;
        }
        boolean startsIdle = isKnown && slowest < 0;
        times = Arrays.copyOf(times, count);
        last = Arrays.copyOf(last, count);
        recent = Arrays.copyOf(recent, count);
        idle = Arrays.copyOf(idle, count);
        paused = Arrays.copyOf(paused, count);
        empty = Arrays.copyOf(empty, count);
        emptyNanos = Arrays.copyOf(emptyNanos, count);
        Arrays.fill(times, before, count, NONE);
        Arrays.fill(last, before, count, NONE);
        Arrays.fill(recent, before, count, NONE);
        Arrays.fill(idle, before, count, startsIdle);
        findSlowest();
    }

    private void findSlowest() {
        slowest = -1;
        second = Long.MAX_VALUE;
        for (int split = 0; split < times.length; split++) {
            if (idle[split]) {
                continue;
            }
            if (slowest < 0 || times[split] < times[slowest]) {
                second = slowest < 0 ? Long.MAX_VALUE : times[slowest];
                slowest = split;
            } else {
                second = Math.min(second, times[split]);
            }
        }
    }

    void save(ObjectOutput out) throws IOException {
        grow(source.splits());
        out.writeInt(times.length);
        for (int split = 0; split < times.length; split++) {
            out.writeLong(times[split]);
            out.writeBoolean(idle[split]);
        }
    }

    void restore(ObjectInput in) throws IOException {
        grow(in.readInt());
        for (int split = 0; split < times.length; split++) {
            times[split] = in.readLong();
            idle[split] = in.readBoolean();
        }
        findSlowest();
    }
}
