package org.speedwell.streaming.state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Tagged;
import org.speedwell.streaming.keyed.Results;
import org.speedwell.streaming.keyed.SideOutput;

/**
 * The results of the user function that runs now, until it has returned. The caller loops over them in a class of its
 * own, so that the compiler inlines what receives them. For one thread.
 *
 * @param <R> the class of the results
 */
public final class Collector<R> implements Results<R> {
    private final Set<SideOutput<?>> sides;
    private final LongAdder late;
    private final List<Object> results = new ArrayList<>();
    private long[] times = new long[16];
    private int lates;

    /** The time of results without their own time, and the least time of others. */
    private long time;

    private long floor = Batch.NO_WATERMARK;
    private long watermark = Batch.NO_WATERMARK;

    /**
     * Creates a collector without results.
     *
     * @param sides the side outputs that the function may use
     * @param late counts late events
     */
    public Collector(Set<SideOutput<?>> sides, LongAdder late) {
        this.sides = Set.copyOf(sides);
        this.late = late;
    }

    /**
     * Sets the watermarks for the following calls.
     *
     * @param sent the watermark that receivers know
     * @param reached the watermark up to which events have arrived
     */
    public void setWatermarks(long sent, long reached) {
        floor = sent;
        watermark = reached;
    }

    /** Begins the results of a call. A result without its own time has this time. */
    public void begin(long ofCall) {
        time = ofCall;
    }

    @Override
    public void accept(R result) {
        add(result, time);
    }

    @Override
    public void accept(R result, long ofResult) {
        if (ofResult > Batch.TIME_LIMIT || ofResult < -Batch.TIME_LIMIT) {
            throw new IllegalArgumentException(
                    "The time of a result is " + ofResult + " ms, but must be within ±2^60 ms.");
        }
        add(result, Math.max(ofResult, floor));
    }

    @Override
    public <E> void side(SideOutput<? super E> output, E event) {
        if (!sides.contains(output)) {
            throw new IllegalArgumentException("The operation does not declare the " + output
                    + ". Pass it to sideOutputs of the StatefulMap, or to mapMulti.");
        }
        add(new Tagged(output, event), Math.max(time, floor));
    }

    private void add(Object result, long ofResult) {
        int size = results.size();
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
        }
        times[size] = ofResult;
        results.add(result);
    }

    @Override
    public long watermark() {
        return watermark;
    }

    @Override
    public void late() {
        lates++;
    }

    /** Returns whether the function has sent nothing and counted nothing. */
    boolean isEmpty() {
        return results.isEmpty() && lates == 0;
    }

    /** Returns the number of results. */
    public int size() {
        return results.size();
    }

    /** Returns a result, or a {@link Tagged} event, which only the next stage distinguishes. */
    @SuppressWarnings("unchecked")
    public R get(int i) {
        return (R) results.get(i);
    }

    /** Returns the time of a result. */
    public long time(int i) {
        return times[i];
    }

    /** Counts the late events and drops the results, after all of them are sent. */
    public void finish() {
        if (lates > 0) {
            late.add(lates);
        }
        clear();
    }

    /** Drops the results. */
    public void clear() {
        results.clear();
        lates = 0;
    }
}
