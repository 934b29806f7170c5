package org.speedwell.streaming.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sending ends of a tasklet: one conveyor for each receiver. For one thread. */
public final class Outbox {
    private final Conveyor[] conveyors;

    /** The batches being filled; null until the next is claimed. */
    private final @Nullable Batch[] current;

    /** Whether every receiver has a batch with room; false also where that is not known. */
    private boolean open;

    /** Whether what is being sent are results of windows that are still open. */
    private boolean early;

    public Outbox(List<Conveyor> conveyors) {
        this.conveyors = conveyors.toArray(Conveyor[]::new);
        this.current = new Batch[this.conveyors.length];
    }

    /** Whether an event or a watermark can be sent to any receiver. To be asked before each: back pressure is a no. */
    public boolean isOpen() {
        return open || open();
    }

    private boolean open() {
        boolean all = true;
        for (int i = 0; i < conveyors.length; i++) {
            Batch batch = current[i];
            if (batch != null && batch.size >= Batch.FULL) {
                send(i);
                batch = null;
            }
            if (batch == null) {
                batch = conveyors[i].claim();
                current[i] = batch;
            }
            all &= batch != null;
        }
        open = all;
        return all;
    }

    /** The batch to add an event to; only after {@link #isOpen} said yes to what the event came from. */
    public Batch batch(int receiver) {
        Batch batch = current[receiver];
        if (batch == null) {
            throw new IllegalStateException("The outbox is closed.");
        }
        if (batch.size + 1 >= Batch.FULL) {
            open = false;
        }
        return batch;
    }

    /** The receiver of a key, by its high bits after mixing: tables use the low ones. */
    public int receiver(long key) {
        return conveyors.length == 1 ? 0 : (int) (((Mix.mix(key) >>> 32) * conveyors.length) >>> 32);
    }

    /** Sends what there is, full or not. */
    public void flush() {
        for (int i = 0; i < conveyors.length; i++) {
            Batch batch = current[i];
            if (batch != null && batch.size > 0) {
                send(i);
            }
        }
    }

    /** From now on, what is sent are results of windows that are still open, or no longer. No batch holds both. */
    public void setEarly(boolean on) {
        if (early != on) {
            flush();
            early = on;
        }
    }

    /** Sends a watermark behind the events so far to every receiver; {@link Batch#END} is the last. Only if open. */
    public void sendWatermark(long watermark) {
        for (int i = 0; i < conveyors.length; i++) {
            batch(i).watermark = watermark;
            send(i);
        }
    }

    /** Tells every receiver not to wait for this sender until it sends again. Only if open. */
    public void sendIdle() {
        for (int i = 0; i < conveyors.length; i++) {
            batch(i).idle = true;
            send(i);
        }
    }

    /** Sends the barrier of a checkpoint behind all so far to every receiver. Only if open. */
    public void sendBarrier(long checkpoint) {
        for (int i = 0; i < conveyors.length; i++) {
            batch(i).barrier = checkpoint;
            send(i);
        }
    }

    private void send(int i) {
        Batch batch = current[i];
        if (batch != null) {
            batch.early = early;
        }
        conveyors[i].send();
        current[i] = null;
        open = false;
    }
}
