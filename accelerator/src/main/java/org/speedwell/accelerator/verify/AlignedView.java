package org.speedwell.accelerator.verify;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.ExactSnapshot;
import org.speedwell.accelerator.database.LoadConnection;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.replication.Rendezvous;
import org.speedwell.accelerator.replication.ReplicationSource;
import org.speedwell.accelerator.replication.Replicator;
import org.speedwell.accelerator.store.Snapshot;

/**
 * A read view of the database, together with the version in memory that contains the same transactions. The caller
 * closes it. The connection is for one thread.
 *
 * @param database the connection that holds the read view
 */
public record AlignedView(LoadConnection database, Snapshot version, Position position) implements AutoCloseable {

    /**
     * Opens a view of the present moment.
     *
     * @param follower null without replication
     * @param current the current version in memory
     * @throws LoadException if replication is off and the database has changed since the version, or if replication
     * does not reach a common position within the network timeout
     */
    public static AlignedView open(ReplicationSource source, @Nullable Replicator follower, Snapshot current)
            throws LoadException, InterruptedException {
        long deadline = System.nanoTime() + source.networkTimeout().toNanos();
        do {
            LoadConnection database = source.connect();
            AlignedView view = null;
            try {
                view = follower == null
                        ? withoutReplication(database, current)
                        : atRendezvous(database, follower, deadline);
                if (view != null) {
                    return view;
                }
            } catch (SQLException e) {
                throw new LoadException("The database cannot be compared: " + e.getMessage(), e);
            } finally {
                if (view == null) {
                    database.close();
                }
            }
        } while (System.nanoTime() < deadline);
        throw new LoadException("Memory and the database did not reach a common position within "
                + source.networkTimeout().toSeconds()
                + " s. Check with followStatus() that replication advances, and try again."
                + (follower == null
                        ? ""
                        : follower.status()
                                .problem()
                                .map(why -> " Reason: " + why)
                                .orElse("")));
    }

    private static AlignedView withoutReplication(LoadConnection database, Snapshot current)
            throws SQLException, LoadException {
        Position position = ExactSnapshot.begin(database.jdbc());
        Position shown = current.position().orElse(null);
        if (shown == null || !Replicator.covers(shown, position) || !Replicator.covers(position, shown)) {
            throw new LoadException("Version " + current.version() + " in memory is not followed, and the database has"
                    + " moved on from " + (shown == null ? "an unknown position" : shown) + " to "
                    + position
                    + ". Call follow() first, or reload() while no client writes.");
        }
        return new AlignedView(database, current, position);
    }

    private static @Nullable AlignedView atRendezvous(LoadConnection database, Replicator follower, long deadline)
            throws SQLException, LoadException, InterruptedException {
        try (Rendezvous rendezvous = follower.rendezvous()) {
            if (!rendezvous.awaitPause(deadline - System.nanoTime())) {
                if (follower.isStopped()) {
                    throw new LoadException(
                            "The database is no longer followed. See the log, and call follow() again.");
                }
                return null;
            }
            Optional<Position> position = ExactSnapshot.tryToBegin(database.jdbc());
            if (position.isEmpty()) {
                return null;
            }
            Snapshot version = rendezvous.awaitVersion(position.get(), deadline - System.nanoTime());
            return version == null ? null : new AlignedView(database, version, position.get());
        }
    }

    /** Returns the connection, inside the transaction of the read view. */
    public Connection connection() {
        return database.jdbc();
    }

    /** Ends the transaction and closes the connection. */
    @Override
    public void close() {
        database.close();
    }
}
