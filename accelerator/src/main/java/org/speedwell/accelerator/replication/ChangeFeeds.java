package org.speedwell.accelerator.replication;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.follow.ChangeSource;
import org.speedwell.accelerator.model.Position;

/** A factory of feeds of changes. Thread-safe. */
public interface ChangeFeeds extends ChangeSource {
    /** The feeds that read the server's binlog. */
    ChangeFeeds BINLOG = new ChangeFeeds() {
        @Override
        public String description() {
            return "the binlog";
        }

        @Override
        public void require(List<? extends TableModel<?>> tables, Connection connection)
                throws LoadException, SQLException {
            BinlogCheck.require(connection);
        }

        @Override
        public ChangeFeed open(
                ReplicationSource source,
                ReplicationSettings settings,
                Position from,
                BiPredicate<String, String> follows,
                Consumer<@Nullable String> onConnection) {
            return new BinlogFeed(source, settings, from, follows, onConnection);
        }
    };

    /**
     * Checks that the changes of some tables can be read.
     *
     * @param connection a connection to the database
     * @throws LoadException if a setting or a privilege is missing; the message lists all problems and remedies
     */
    void require(List<? extends TableModel<?>> tables, Connection connection) throws LoadException, SQLException;

    /**
     * Creates a feed, which does not read yet.
     *
     * @param from the position after which it begins
     * @param follows selects tables by schema and name
     * @param onConnection receives the reason why nothing can be read, and null when something is read
     */
    ChangeFeed open(
            ReplicationSource source,
            ReplicationSettings settings,
            Position from,
            BiPredicate<String, String> follows,
            Consumer<@Nullable String> onConnection);
}
