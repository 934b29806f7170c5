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
 * The receiving ends of a tasklet: one conveyor for each sender. Senders have one clock if they hand
 * on the same watermarks, as the parts of an operation do, and branches of one source. The watermark of a clock is the least of
 * its senders, and it is idle if all of them are. That of the inbox is the least of all clocks that are not idle; if all
 * are, the greatest of them. It never goes back.
 *
 * <p>A sender whose barrier has come is not read until those of all others have: then what lies before the barriers has
 * been read and nothing that lies behind them, and state can be saved (Carbone and others: Lightweight Asynchronous
 * Snapshots for Distributed Dataflows, 2015). For one thread, but for {@link #depth} and {@link #received}.
 */
public final class Inbox implements Stateful {
    private final Conveyor[] conveyors;
    private final long[] watermarks;
    private final boolean[] idle;

    /** By sender, its clock, from 0. */
    private final int[] clocks;

    /** By sender, whether its clock has several senders, and all of them send the same watermarks. */
    private final boolean[] inStep;

    /** By clock, the least watermark of its senders, and whether all are idle; only for a moment. */
    private final long[] least;

    private final boolean[] resting;

    /** The barrier that each sender waits behind, or 0. */
    private final long[] barriers;

    /** Whether any sender waits. */
    private boolean waiting;

    private long watermark = Batch.NO_WATERMARK;

    private boolean allIdle;

    /** Rows of all batches that were read. Written by one thread. */
    private volatile long received;

    /** Of senders that have nothing to do with each other. */
    public Inbox(List<Conveyor> conveyors) {
        this(conveyors, IntStream.range(0, conveyors.size()).toArray(), new boolean[conveyors.size()]);
    }

    /**
     * Of senders some of which may have the same clock.
     *
     * @param numbers of the clocks
     * @param inStep whether all senders of its clock send the same watermarks
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

    /** Lets a sender on the same thread hand its events over while no barrier of it waits and the gate is open. */
    public void connect(int sender, DirectConsumer taker, BooleanSupplier gate) {
        conveyors[sender].connect(taker, () -> barriers[sender] == 0 && gate.getAsBoolean());
    }

    /** Counts the events that were handed over; whether there were any. */
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

    /** The next batch of a sender, or null. */
    public @Nullable Batch peek(int sender) {
        return barriers[sender] == 0 ? conveyors[sender].peek() : null;
    }

    /** Gives a peeked batch back and takes in its watermark and its barrier. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    public void release(int sender, Batch batch) {
        if (batch.size > 0) {
            received += batch.size;
        }
        watermarks[sender] = Math.max(watermarks[sender], batch.watermark);
        if (batch.idle || batch.awake || batch.size > 0 || batch.watermark != Batch.NO_WATERMARK) {
            idle[sender] = batch.idle; // a barrier alone says nothing of it
        }
        if (batch.barrier != 0) {
            barriers[sender] = batch.barrier;
            waiting = true;
        }
        conveyors[sender].release();
        watermark = Math.max(watermark, coalesced());
    }

    /** No event that follows has a time below this, or is late; {@link Batch#END} when no event follows. */
    public long watermark() {
        return watermark;
    }

    /** Whether no sender has anything to send for now, and not all are over. */
    public boolean isIdle() {
        return allIdle;
    }

    /**
     * Returns whether a sender has sent a greater watermark than another of the same clock: that one is to be read first.
     * Both send what one stream of events came to, and what lies behind a watermark there is to be read behind it here,
     * however fast it came: then which events are late does not depend on that. The sender that is behind the others never
     * waits for them. A clock gives each watermark to all its senders at once, so that none waits for ever.
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

    /** Whether nothing follows from this sender. */
    public boolean isOver(int sender) {
        return watermarks[sender] == Batch.END;
    }

    /** The checkpoint whose barrier has come from every sender that is not over, or 0. */
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

    /** Lets all senders go on. */
    public void passBarrier() {
        Arrays.fill(barriers, 0);
        waiting = false;
    }

    /** How many batches wait to be read, of {@link #capacity}. For any thread. */
    public int depth() {
        int depth = 0;
        for (Conveyor conveyor : conveyors) {
            depth += conveyor.depth();
        }
        return depth;
    }

    /** How many events, or totals of events, have been read. For any thread. */
    public long received() {
        return received;
    }

    /** How many batches may wait. */
    public int capacity() {
        return conveyors.length * Conveyor.SLOTS;
    }

    @Override
    public void save(ObjectOutput out) throws IOException {
        out.writeLong(watermark);
        for (int i = 0; i < conveyors.length; i++) {
            out.writeLong(watermarks[i]);
            out.writeBoolean(idle[i]);
        }
    }

    @Override
    public void restore(ObjectInput in) throws IOException {
        watermark = in.readLong();
        for (int i = 0; i < conveyors.length; i++) {
            watermarks[i] = in.readLong();
            idle[i] = in.readBoolean();
        }
        coalesced(); // for whether all are idle
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
