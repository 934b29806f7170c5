package org.speedwell.streaming.engine;

import org.jspecify.annotations.Nullable;

/** Where batches that a tasklet sends to one receiver leave it as frames. For one thread. */
public final class Outlet {
    /** Few, as there are as many conveyors as parts send to parts, and frames wait outside of them. */
    private static final int SLOTS = 4;

    private final Conveyor conveyor;
    private final int sender;
    private final int receiver;

    /** @param sender the number of the tasklet's part among those of its operation; likewise of the receiver */
    public Outlet(Layout layout, int sender, int receiver) {
        this.conveyor = new Conveyor(layout, SLOTS);
        this.sender = sender;
        this.receiver = receiver;
    }

    /** What the tasklet sends into. */
    public Conveyor conveyor() {
        return conveyor;
    }

    /** The next batch as a frame, or null. */
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
