package org.speedwell.accelerator.follow;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.model.Position;

/**
 * The progress of a store that follows its database.
 *
 * @param position the binlog position up to which new streams show all transactions; its file is empty if the version
 * has no position
 * @param committedAt the commit time of the last transaction that streams show, by the server's clock; before the first
 * one the time of the load
 * @param age as {@link DataStoreComponent#age()}
 * @param problem the reason why the store cannot follow as configured; empty if it can
 * @param transactions the number of transactions applied
 * @param rows the number of rows that these transactions changed in tables in memory
 * @param versions the number of versions that were published for them
 * @param reloads the number of reloads, of one table or of all, after replication alone could not continue
 * @param verified the number of automatic comparisons of a table with the database: after a reload, or by
 * {@link FollowConfiguration#verifyPeriod()}
 * @param differing the number of these comparisons that found differences; the store logged them and reloaded the table
 * @param stopped the tables that no longer follow, by name, with the reason. Streams still read their last version. The
 * store retries a reload from time to time, as the table may match the model again.
 * {@link DataStoreComponent#reload(com.speedment.runtime.core.manager.Manager)} reloads at once.
 * @param verifiedAt the start of the last complete comparison of all followed tables; empty before the first one
 * @param verificationProblem the reason why a scheduled comparison of tables failed; empty once all succeeded
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

    /** The current activity of the store. */
    public enum Phase {
        /**
         * The store is reading the transactions committed before it began to follow, or while the application was away.
         * Streams do not show them yet.
         */
        CATCHING_UP,
        FOLLOWING,
        /** The store cannot reach the server. It keeps retrying and serves the last version. */
        DISCONNECTED,
        /** The store is reloading one table or all tables. */
        RELOADING,
        /** The store does not follow and does not retry. It serves the last version. */
        STOPPED
    }
}
