package org.speedwell.accelerator.replication;

import java.time.Duration;
import org.speedwell.accelerator.follow.FollowConfiguration;

/**
 * The settings of replication.
 *
 * @param serverId the id by which the server knows this client
 * @param heartbeat the interval of heartbeats from a server that writes nothing
 * @param silence the time without any message after which the connection counts as lost
 * @param retry the longest wait between two attempts to connect
 * @param feeds the factory of the feeds of changes
 */
public record ReplicationSettings(
        long serverId, Duration heartbeat, Duration silence, Duration retry, ChangeFeeds feeds) {

    /** Returns the settings of a configuration. */
    public static ReplicationSettings of(FollowConfiguration as, long serverId) {
        if (!(as.changeSource().orElse(ChangeFeeds.BINLOG) instanceof ChangeFeeds feeds)) {
            throw new IllegalArgumentException("Changes cannot be read from "
                    + as.changeSource().orElseThrow().description()
                    + ". Pass a source of Speedwell to changesFrom, such as DebeziumTopics.");
        }
        return new ReplicationSettings(serverId, as.heartbeat(), as.silence(), as.retry(), feeds);
    }
}
