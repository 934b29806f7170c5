package org.speedwell.accelerator.replication;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.Position;

/** Up to where a binlog is applied to tables, and what has to be before any of it may be shown. For one thread. */
final class AppliedBinlog {
    private BinlogProgress reached;
    private @Nullable Position hold;
    private long heldAt;
    private int idle;

    AppliedBinlog(Position from) {
        this.reached = new BinlogProgress(from);
    }

    /** Tables are as they were at another position. */
    void restart(Position from) {
        reached = new BinlogProgress(from);
    }

    /** Returns how far the binlog is applied. */
    BinlogProgress reached() {
        return reached;
    }

    /** Tells whether all that is applied comes before a position. */
    boolean isCoveredBy(Position position) {
        return new BinlogProgress(position).covers(reached.position());
    }

    /** Nothing may be shown before this has been passed, as the tables may have some of what comes before it already. */
    void hold(Position until) {
        hold = until;
        heldAt = System.nanoTime();
        idle = 0;
    }

    /**
     * The server told that it had nothing more, and we heard it at a time of {@link System#nanoTime}. When it does so the
     * second time, all that was to be passed is passed or was rolled back. The first message may have been sent too early.
     */
    void idle(long at) {
        if (hold != null && at - heldAt > 0 && ++idle > 1) {
            hold = reached.position();
        }
    }

    boolean isHeld() {
        return hold != null;
    }

    /** Whether that, for which it was held, has been passed now. */
    boolean release() {
        Position until = hold;
        if (until == null || !reached.covers(until)) {
            return false;
        }
        hold = null;
        return true;
    }
}
