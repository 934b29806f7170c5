package org.speedwell.streaming.engine;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The receiving ends of a tasklet: one conveyor for each sender. Its watermark is the least of all senders that are not
 * idle; if all are, the greatest that any of them sent. It never goes back.
 *
 * <p>A sender whose barrier has come is not read until those of all others have: then what lies before the barriers has
 * been read and nothing that lies behind them, and state can be saved (Carbone and others: Lightweight Asynchronous
 * Snapshots for Distributed Dataflows, 2015). For one thread, but for {@link #depth}.
 */
public final class Inbox implements Stateful {
    private final Conveyor[] conveyors;
    private final long[] watermarks;
    private final boolean[] idle;

    /** By sender, the operation of which it is a part. */
    private final int[] operations;

    /** Whether any operation has more than one part. */
    private final boolean hasParts;

    /** The barrier that each sender waits behind, or 0. */
    private final long[] barriers;

    /** Whether any sender waits. */
    private boolean waiting;

    private long watermark = Batch.NO_WATERMARK;

    private boolean allIdle;

    /** Of senders that have nothing to do with each other. */
    public Inbox(List<Conveyor> conveyors) {
        this(conveyors, IntStream.range(0, conveyors.size()).toArray());
    }

    /** Of senders each of which is a part of the operation with that number. */
    public Inbox(List<Conveyor> conveyors, int[] operations) {
        this.operations = operations;
        this.hasParts = IntStream.of(operations).distinct().count() < operations.length;
        this.conveyors = conveyors.toArray(Conveyor[]::new);
        this.watermarks = new long[this.conveyors.length];
        this.idle = new boolean[this.conveyors.length];
        this.barriers = new long[this.conveyors.length];
        Arrays.fill(watermarks, Batch.NO_WATERMARK);
    }

    public int senders() {
        return conveyors.length;
    }

    /** The next batch of a sender, or null. */
    public @Nullable Batch peek(int sender) {
        return barriers[sender] == 0 ? conveyors[sender].peek() : null;
    }

    /** Gives a peeked batch back and takes in its watermark and its barrier. */
    public void release(int sender, Batch batch) {
        watermarks[sender] = Math.max(watermarks[sender], batch.watermark);
        if (batch.idle || batch.size > 0 || batch.watermark != Batch.NO_WATERMARK) {
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
     * Whether a sender has sent a greater watermark than another part of the same operation: that one is to be read first.
     * Both send what one stream of events came to, and what lies behind a watermark there is to be read behind it here,
     * however fast its part was: then which events are late does not depend on that. The part that is behind the others
     * never waits for them, so that none waits for ever.
     */
    public boolean isAhead(int sender) {
        if (hasParts) {
            for (int i = 0; i < operations.length; i++) {
                if (operations[i] == operations[sender] && watermarks[i] < watermarks[sender]) {
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
        boolean anyActive = false;
        boolean anyIdle = false;
        long least = Batch.END;
        long greatestIdle = Batch.NO_WATERMARK;
        for (int i = 0; i < conveyors.length; i++) {
            if (watermarks[i] == Batch.END) {
                continue;
            }
            if (idle[i]) {
                anyIdle = true;
                greatestIdle = Math.max(greatestIdle, watermarks[i]);
            } else {
                anyActive = true;
                least = Math.min(least, watermarks[i]);
            }
        }
        allIdle = anyIdle && !anyActive;
        return anyActive || !anyIdle ? least : greatestIdle;
    }
}
