package org.speedwell.accelerator.live;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.load.ExactSnapshot;
import org.speedwell.accelerator.load.LoadException;
import org.speedwell.accelerator.store.BinlogPosition;
import org.speedwell.accelerator.store.Snapshot;

/**
 * One moment twice: a transaction of the database, and the version in memory that shows the same transactions. To be closed
 * by whoever opened it; the connection is for one thread.
 *
 * @param connection in the transaction
 */
public record AlignedView(Connection connection, Snapshot version, BinlogPosition position) implements AutoCloseable {
    private static final int TRIALS = 20;

    /** Gives the connection whose transaction is to be the one half; to be closed by who asked. */
    @FunctionalInterface
    public interface Connector {
        Connection connect() throws SQLException;
    }

    /**
     * A moment that is now.
     *
     * @param follower null if nothing is followed
     * @param current the version in memory
     * @throws LoadException if there is none, as nothing is followed and the database has moved on, or as the two cannot be
     *     brought together
     */
    public static AlignedView open(Connector connector, @Nullable Follower follower, Snapshot current)
            throws LoadException, InterruptedException {
        for (int trial = 0; trial < TRIALS; trial++) {
            AlignedView view = null;
            Connection connection = null;
            try {
                connection = connector.connect();
                view = follower == null ? unfollowed(connection, current) : met(connection, follower);
                if (view != null) {
                    return view;
                }
            } catch (SQLException e) {
                throw new LoadException("The database cannot be compared: " + e.getMessage(), e);
            } finally {
                if (view == null && connection != null) {
                    close(connection);
                }
            }
        }
        throw new LoadException("Memory and the database could not be brought to one position in " + TRIALS
                + " trials: see followStatus(), whether the following gets on, and try again.");
    }

    private static AlignedView unfollowed(Connection connection, Snapshot current) throws SQLException, LoadException {
        BinlogPosition position = ExactSnapshot.begin(connection);
        BinlogPosition shown = current.position().orElse(null);
        if (shown == null || !Follower.covers(shown, position) || !Follower.covers(position, shown)) {
            throw new LoadException("Version " + current.version() + " in memory is not followed, and the database has"
                    + " moved on from " + (shown == null ? "its position, which is not known," : shown) + " to "
                    + position
                    + ": call follow() first, or reload() while nobody writes.");
        }
        return new AlignedView(connection, current, position);
    }

    private static @Nullable AlignedView met(Connection connection, Follower follower)
            throws SQLException, LoadException, InterruptedException {
        try (Rendezvous rendezvous = follower.rendezvous()) {
            if (!rendezvous.awaitStanding()) {
                if (follower.isStopped()) {
                    throw new LoadException(
                            "The database is followed no longer: see the log, and call follow() again.");
                }
                return null;
            }
            BinlogPosition position = ExactSnapshot.begin(connection);
            Snapshot version = rendezvous.meet(position);
            return version == null ? null : new AlignedView(connection, version, position);
        }
    }

    private static void close(Connection connection) throws LoadException {
        try (connection) {
            if (!connection.isClosed()) {
                ExactSnapshot.end(connection);
            }
        } catch (SQLException e) {
            throw new LoadException("A connection could not be given back: " + e.getMessage(), e);
        }
    }

    /** Ends the transaction, and closes the connection. */
    @Override
    public void close() throws LoadException {
        close(connection);
    }
}
