/**
 * The accelerator on the members of a Hazelcast cluster.
 *
 * <p>The package offers two independent services:
 * <ul>
 * <li>A {@link org.speedwell.hazelcast.SnapshotPublisher} sends the snapshot file of one application to a
 * {@link org.speedwell.hazelcast.SnapshotSubscriber} on each other member. Every member then holds all rows.
 * <li>A {@link org.speedwell.hazelcast.PartitionedStore} divides the rows of large tables among the members. A
 * {@link org.speedwell.hazelcast.ClusterQuery} asks all parts, once or maintained.
 * </ul>
 *
 * <p>These rules hold:
 * <ul>
 * <li>A question returns the answer of all parts, or throws an exception. It never returns a partial result.
 * <li>The cluster stores no data. Members exchange tasks through {@code IExecutorService}.
 * <li>Tasks carry class names and values, never code. A filter limits the classes that a member deserializes.
 * </ul>
 *
 * <p>Start at {@link org.speedwell.hazelcast.PartitionedStore}, then read {@code Rebalancing}, which assigns the parts,
 * and {@code Scatter}, which asks questions. {@code PartQuery} maintains a question on each member, and
 * {@code MergedQuery} merges the results. {@code Transfer} receives a published file.
 */
@NullMarked
package org.speedwell.hazelcast;

import org.jspecify.annotations.NullMarked;
