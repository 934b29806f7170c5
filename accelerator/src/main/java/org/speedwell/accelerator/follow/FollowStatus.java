package org.speedwell.accelerator.follow;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.model.Position;

/**
 * How far a store that follows its database is.
 *
 * @param position up to which new streams show all that was committed; its file is empty if the version has no position
 * @param committedAt when the last transaction that they show was committed, by the server's clock; before the first one the
 *     moment of the load
 * @param age as {@link DataStoreComponent#age()}
 * @param problem why it does not follow as it should, if it does not
 * @param transactions that were applied
 * @param rows that these changed in tables in memory
 * @param versions that were published for them
 * @param reloads of one table or of all, where following alone could not help
 * @param verified how many tables were compared with the database by themselves: after a reload, or as {@link
 *     FollowConfiguration#verifyPeriod()} says
 * @param differing how many of these differed, were reported in the log, and reloaded
 * @param stopped tables whose last version goes on being served, by name, and why. Each is reloaded from time to time, as it may
 *     fit again; {@link DataStoreComponent#reload(com.speedment.runtime.core.manager.Manager)} does that at once
 * @param verifiedAt when the last comparison of all followed tables began that was completed; empty before the first one
 * @param verificationProblem why tables that should be compared could not be; empty once all of them were
 */
public record FollowStatus(
        Phase phase,
        Position position,
        Instant committedAt,
        Duration age,
        Optional<String> problem,
        long transactions,
        long rows,
        long versions,
        long reloads,
        long verified,
        long differing,
        Map<String, String> stopped,
        Optional<Instant> verifiedAt,
        Optional<String> verificationProblem) {

    /** What is being done. */
    public enum Phase {
        /** What was committed before following began, or while the application was away, is being read. Nothing of it is shown yet. */
        CATCHING_UP,
        FOLLOWING,
        /** The server cannot be reached. It is tried again and again, and the last version served. */
        DISCONNECTED,
        /** A table, or all, are being loaded anew. */
        RELOADING,
        /** The store does not follow, and does not try to. It serves the last version. */
        STOPPED
    }
}
