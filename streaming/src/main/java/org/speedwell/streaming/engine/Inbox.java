package org.speedwell.streaming.engine;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The receiving ends of a tasklet: one conveyor for each sender.
 *
 * <p>Senders share a clock if they pass on the same watermarks, such as the partitions of an operation or branches of
 * one source. The watermark of a clock is the least watermark of its senders. A clock is idle if all its senders are.
 * The watermark of the inbox is the least of all clocks that are not idle. If all are idle, it is the greatest. It
 * never decreases.
 *
 * <p>After a sender's barrier arrives, the inbox does not read that sender until the barriers of all others have
 * arrived. Then the tasklet has read all events before the barriers and none after them, and can save its state.
 * Source: Carbone and others, "Lightweight Asynchronous Snapshots for Distributed Dataflows", 2015.
 *
 * <p>For one thread, except {@link #depth} and {@link #received}.
 */
public final class Inbox implements Stateful {
    private final Conveyor[] conveyors;
    private final long[] watermarks;
    private final boolean[] idle;

    /** The clock of each sender, from 0. */
    private final int[] clocks;

    /** True for each sender whose clock has several senders that all send the same watermarks. */
    private final boolean[] inStep;

    /** The least watermark of each clock, a temporary value of {@link #coalesced}. */
    private final long[] least;

    private final boolean[] resting;

    /** The barrier that each sender waits behind; 0 if it does not wait. */
    private final long[] barriers;

    /** True if any sender waits. */
    private boolean waiting;

    private long watermark = Batch.NO_WATERMARK;

    private boolean allIdle;

    /** The number of rows of all batches read. Written by one thread. */
    private volatile long received;

    /** Creates an inbox whose senders all have different clocks. */
    public Inbox(List<Conveyor> conveyors) {
        this(conveyors, IntStream.range(0, conveyors.size()).toArray(), new boolean[conveyors.size()]);
    }

    /**
     * Creates an inbox whose senders may share clocks.
     *
     * @param numbers the number of each sender's clock
     * @param inStep for each sender, true if all senders of its clock send the same watermarks
     */
    public Inbox(List<Conveyor> conveyors, int[] numbers, boolean[] inStep) {
        int[] distinct = IntStream.of(numbers).distinct().sorted().toArray();
        this.clocks = IntStream.of(numbers)
                .map(number -> Arrays.binarySearch(distinct, number))
                .toArray();
        this.inStep = inStep.clone();
        for (int i = 0; i < numbers.length; i++) {
            int number = numbers[i];
            this.inStep[i] &=
                    IntStream.of(numbers).filter(each -> each == number).count() > 1;
        }
        this.least = new long[distinct.length];
        this.resting = new boolean[distinct.length];
        this.conveyors = conveyors.toArray(Conveyor[]::new);
        this.watermarks = new long[this.conveyors.length];
        this.idle = new boolean[this.conveyors.length];
        this.barriers = new long[this.conveyors.length];
        Arrays.fill(watermarks, Batch.NO_WATERMARK);
    }

    public int senders() {
        return conveyors.length;
    }

    /**
     * Connects a sender on the same thread. It may pass events directly while no barrier of it waits and the gate is
     * open.
     */
    public void connect(int sender, DirectConsumer taker, BooleanSupplier gate) {
        conveyors[sender].connect(taker, () -> barriers[sender] == 0 && gate.getAsBoolean());
    }

    /** Counts the events that senders passed directly. Returns whether there were any. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    public boolean countHandedOver() {
        long count = 0;
        for (Conveyor conveyor : conveyors) {
            count += conveyor.takeHandedOver();
        }
        if (count > 0) {
            received += count;
        }
        return count > 0;
    }

    /** Returns the next batch of a sender; null if there is none or if the sender waits behind a barrier. */
    public @Nullable Batch peek(int sender) {
        return barriers[sender] == 0 ? conveyors[sender].peek() : null;
    }

    /** Returns a peeked batch to its sender, and processes its watermark and its barrier. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    public void release(int sender, Batch batch) {
        if (batch.size > 0) {
            received += batch.size;
        }
        watermarks[sender] = Math.max(watermarks[sender], batch.watermark);
        if (batch.idle || batch.awake || batch.size > 0 || batch.watermark != Batch.NO_WATERMARK) {
            idle[sender] = batch.idle; // a barrier alone does not change idleness
        }
        if (batch.barrier != 0) {
            barriers[sender] = batch.barrier;
            waiting = true;
        }
        conveyors[sender].release();
        watermark = Math.max(watermark, coalesced());
    }

    /**
     * Returns the watermark: every later event has at least this time, or is late. It is {@link Batch#END} when no
     * event follows.
     */
    public long watermark() {
        return watermark;
    }

    /** Returns whether all senders that have not ended are idle, and at least one has not ended. */
    public boolean isIdle() {
        return allIdle;
    }

    /**
     * Returns whether another sender of the same clock has a smaller watermark than this sender. The tasklet then reads
     * the other sender first.
     *
     * <p>Both carry results of one stream of events. The tasklet must read the events after a watermark of that stream
     * after this watermark, however fast they arrive. So the set of late events does not depend on speed. The slowest
     * sender never waits for the others. A clock sends each watermark to all its senders at once, so no sender waits
     * forever.
     */
    public boolean isAhead(int sender) {
        if (inStep[sender]) {
            for (int i = 0; i < clocks.length; i++) {
                if (clocks[i] == clocks[sender] && watermarks[i] < watermarks[sender]) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns whether this sender has ended. */
    public boolean isOver(int sender) {
        return watermarks[sender] == Batch.END;
    }

    /**
     * Returns the checkpoint whose barrier has arrived from every sender that has not ended; 0 if some barriers are
     * missing.
     */
    public long barrier() {
        if (!waiting) {
            return 0;
        }
        long barrier = 0;
        for (int i = 0; i < conveyors.length; i++) {
            if (barriers[i] != 0) {
                barrier = barriers[i];
            } else if (!isOver(i)) {
                return 0;
            }
        }
        return barrier;
    }

    /** Lets all senders continue after a barrier. */
    public void passBarrier() {
        Arrays.fill(barriers, 0);
        waiting = false;
    }

    /** Returns the number of batches that wait, out of {@link #capacity}. For any thread. */
    public int depth() {
        int depth = 0;
        for (Conveyor conveyor : conveyors) {
            depth += conveyor.depth();
        }
        return depth;
    }

    /** Returns the number of events, or totals of events, that the tasklet has read. For any thread. */
    public long received() {
        return received;
    }

    /** Returns the largest number of batches that may wait. */
    public int capacity() {
        return conveyors.length * Conveyor.SLOTS;
    }

    @Override
    public void save(ObjectOutput out) throws IOException {
        out.writeLong(watermark);
        out.writeInt(conveyors.length);
        for (int i = 0; i < conveyors.length; i++) {
            out.writeLong(watermarks[i]);
            out.writeBoolean(idle[i]);
        }
    }

    @Override
    public void restore(ObjectInput in) throws IOException {
        watermark = in.readLong();
        int senders = in.readInt();
        if (senders != conveyors.length) {
            throw new IOException("The checkpoint has " + senders + " senders, but the part has " + conveyors.length);
        }
        for (int i = 0; i < conveyors.length; i++) {
            watermarks[i] = in.readLong();
            idle[i] = in.readBoolean();
        }
        coalesced(); // computes whether all are idle
    }

    /** Skips the saved state of an inbox with other senders. The present senders repeat their watermarks. */
    @Override
    public void adopt(ObjectInput in) throws IOException {
        in.readLong();
        for (int senders = in.readInt(); senders > 0; senders--) {
            in.readLong();
            in.readBoolean();
        }
    }

    private long coalesced() {
        Arrays.fill(least, Batch.END);
        Arrays.fill(resting, true);
        for (int i = 0; i < conveyors.length; i++) {
            if (watermarks[i] != Batch.END) {
                least[clocks[i]] = Math.min(least[clocks[i]], watermarks[i]);
                resting[clocks[i]] &= idle[i];
            }
        }
        boolean anyActive = false;
        boolean anyIdle = false;
        long leastActive = Batch.END;
        long greatestIdle = Batch.NO_WATERMARK;
        for (int i = 0; i < least.length; i++) {
            if (least[i] == Batch.END) {
                continue;
            }
            if (resting[i]) {
                anyIdle = true;
                greatestIdle = Math.max(greatestIdle, least[i]);
            } else {
                anyActive = true;
                leastActive = Math.min(leastActive, least[i]);
            }
        }
        allIdle = anyIdle && !anyActive;
        return anyActive || !anyIdle ? leastActive : greatestIdle;
    }
}
