package org.speedwell.accelerator.replication;

import java.time.Duration;

/**
 * How a binlog is followed.
 *
 * @param serverId by which the server knows us
 * @param heartbeat how often a server that writes nothing tells that it is there
 * @param silence after which one that says nothing is taken for lost
 * @param retry the longest wait before another try to reach it
 */
public record ReplicationSettings(long serverId, Duration heartbeat, Duration silence, Duration retry) {}
