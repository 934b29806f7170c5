package org.speedwell.accelerator.replication;

import java.time.Duration;

/**
 * The settings of replication.
 *
 * @param serverId the id by which the server knows this client
 * @param heartbeat the interval of heartbeats from a server that writes nothing
 * @param silence the time without any message after which the connection counts as lost
 * @param retry the longest wait between two attempts to connect
 */
public record ReplicationSettings(long serverId, Duration heartbeat, Duration silence, Duration retry) {}
