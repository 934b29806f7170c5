package org.speedwell.streaming.engine;

import org.jspecify.annotations.Nullable;

/** A converter of the batches that a tasklet sends to one receiver into frames. For one thread. */
public final class Outlet {
    /**
     * The slots of the conveyor. They are few, because every pair of sender and receiver has a conveyor. Frames wait
     * elsewhere.
     */
    private static final int SLOTS = 4;

    private final Conveyor conveyor;
    private final int sender;
    private final int receiver;

    /**
     * Creates an outlet.
     *
     * @param sender the number of the sending tasklet's part within its operation
     * @param receiver the number of the receiving part within its operation
     */
    public Outlet(Layout layout, int sender, int receiver) {
        this.conveyor = new Conveyor(layout, SLOTS);
        this.sender = sender;
        this.receiver = receiver;
    }

    /** Returns the conveyor to which the tasklet sends. */
    public Conveyor conveyor() {
        return conveyor;
    }

    /** Returns the next batch as a frame, or null if no batch waits. */
    public @Nullable Frame poll() {
        Batch batch = conveyor.peek();
        if (batch == null) {
            return null;
        }
        Frame frame = Frame.of(batch, sender, receiver);
        conveyor.release();
        return frame;
    }
}
