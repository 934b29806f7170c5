package org.speedwell.accelerator.live;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.store.BinlogPosition;

/**
 * How far a store that follows its database is.
 *
 * @param position up to which new streams show all
 * @param committedAt when the last transaction that they show was committed, by the server's clock
 * @param problem why it does not follow as it should, if it does not
 * @param transactions that were applied
 * @param rows that these changed in tables in memory
 * @param versions that were published for them
 * @param reloads of tables or of all, which could not be followed otherwise
 * @param stopped tables whose last version goes on being served, and why
 */
public record FollowState(
        Phase phase,
        BinlogPosition position,
        Instant committedAt,
        @Nullable String problem,
        long transactions,
        long rows,
        long versions,
        long reloads,
        Map<String, String> stopped) {

    /** What is being done. */
    public enum Phase {
        /** What was committed before it began, or while it was away, is being read; nothing of it is shown yet. */
        CATCHING_UP,
        FOLLOWING,
        /** The server cannot be reached; it is tried again and again. */
        DISCONNECTED,
        RELOADING,
        STOPPED
    }
}
