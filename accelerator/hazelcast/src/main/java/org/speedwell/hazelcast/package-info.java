/**
 * The accelerator on several machines: {@link org.speedwell.hazelcast.SnapshotPublisher} and {@link
 * org.speedwell.hazelcast.SnapshotSubscriber} bring a snapshot's file to many hosts, {@link
 * org.speedwell.hazelcast.PartitionedStore} shares a table out to the members of a cluster, and answers {@link
 * org.speedwell.hazelcast.ClusterQuery questions} to all of it.
 */
@NullMarked
package org.speedwell.hazelcast;

import org.jspecify.annotations.NullMarked;
