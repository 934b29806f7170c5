package org.speedwell.accelerator.replication;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.Position;

/**
 * The position up to which a binlog is applied to the tables, and the position to reach before a version may show it.
 * For one thread.
 */
final class AppliedBinlog {
    private BinlogProgress reached;
    private @Nullable Position hold;
    private long heldAt;
    private int idle;

    AppliedBinlog(Position from) {
        this.reached = new BinlogProgress(from);
    }

    /** Restarts from another position, which the tables now have. */
    void restart(Position from) {
        reached = new BinlogProgress(from);
    }

    /** Returns the progress of the applied binlog. */
    BinlogProgress reached() {
        return reached;
    }

    /** Returns whether everything applied comes before a position. */
    boolean isCoveredBy(Position position) {
        return new BinlogProgress(position).covers(reached.position());
    }

    /**
     * Holds back versions until a position is passed, because the tables may already contain some changes before it.
     */
    void hold(Position until) {
        hold = until;
        heldAt = System.nanoTime();
        idle = 0;
    }

    /**
     * Records that the server had nothing more to send, at a time of {@link System#nanoTime}. The second such message
     * ends the hold at the current position: everything up to it is passed or was rolled back. The server may have sent
     * the first message too early.
     */
    void idle(long at) {
        if (hold != null && at - heldAt > 0 && ++idle > 1) {
            hold = reached.position();
        }
    }

    boolean isHeld() {
        return hold != null;
    }

    /** Ends the hold if its position is now passed, and returns whether it did. */
    boolean release() {
        Position until = hold;
        if (until == null || !reached.covers(until)) {
            return false;
        }
        hold = null;
        return true;
    }
}
