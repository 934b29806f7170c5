package org.speedwell.streaming.engine;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The receiving ends of a tasklet: one conveyor for each sender. Its watermark is the least of all senders that are not
 * idle; if all are, the greatest that any of them sent. It never goes back. For one thread.
 */
public final class Inbox {
    private final Conveyor[] conveyors;
    private final long[] watermarks;
    private final boolean[] idle;
    private long watermark = Batch.NO_WATERMARK;

    public Inbox(List<Conveyor> conveyors) {
        this.conveyors = conveyors.toArray(Conveyor[]::new);
        this.watermarks = new long[this.conveyors.length];
        this.idle = new boolean[this.conveyors.length];
        Arrays.fill(watermarks, Batch.NO_WATERMARK);
    }

    public int senders() {
        return conveyors.length;
    }

    /** The next batch of a sender, or null. */
    public @Nullable Batch peek(int sender) {
        return conveyors[sender].peek();
    }

    /** Gives a peeked batch back and takes its watermark in. */
    public void release(int sender, Batch batch) {
        watermarks[sender] = Math.max(watermarks[sender], batch.watermark);
        idle[sender] = batch.idle;
        conveyors[sender].release();
        watermark = Math.max(watermark, coalesced());
    }

    /** No event that follows has a time below this, or is late; {@link Batch#END} when no event follows. */
    public long watermark() {
        return watermark;
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
        return anyActive || !anyIdle ? least : greatestIdle;
    }
}
