package org.speedwell.accelerator.live;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.changes.ChangeLog;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.follow.ChangeStream;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.replication.ReplicationSettings;
import org.speedwell.accelerator.replication.ReplicationSource;

/** The open streams of changes. They end with the store. Thread-safe. */
final class ChangeStreams {
    private final Follows follows;
    private final Set<ChangeStream> open = ConcurrentHashMap.newKeySet();

    /** Creates a registry without streams. A new stream may share the connection of the follower. */
    ChangeStreams(Follows follows) {
        this.follows = follows;
    }

    /**
     * Starts a stream.
     *
     * @param from the position after which it begins; null for the present
     * @throws DataStoreException if the binlog cannot be read
     */
    ChangeStream start(ReplicationSource source, @Nullable Position from, List<TableModel<?>> tables) {
        FollowConfiguration as = follows.configuration();
        ReplicationSettings settings = ReplicationSettings.of(
                as, FollowConfiguration.defaults().serverId()); // other followers of the server have other ids
        try {
            ChangeLog log = ChangeLog.start(source, settings, from, tables, follows::follower);
            ChangeStream changes = new BinlogChanges(log, open::remove);
            open.add(changes);
            return changes;
        } catch (LoadException e) {
            throw new DataStoreException(requireNonNull(e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DataStoreException("The thread was interrupted before it could read changes.", e);
        }
    }

    /** Closes all streams. */
    void close() {
        List.copyOf(open).forEach(ChangeStream::close);
    }
}
