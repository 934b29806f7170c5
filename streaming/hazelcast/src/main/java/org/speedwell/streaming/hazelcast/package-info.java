/**
 * Runs the jobs of {@link org.speedwell.streaming} on a Hazelcast cluster, inside Jet.
 *
 * <ul>
 * <li>The engine sends the name of a {@code JobDefinition} class to the members, and no function. Each member creates
 * the pipeline itself.
 * <li>A job has a fixed number of parts. The parts move when members join or leave the cluster.
 * <li>The tasklets are the same as on one machine. Jet moves frames between members, aligns snapshots, and restarts
 * jobs.
 * <li>Every member needs Jet, this library, and the classes of the jobs.
 * <li>Events, and keys that are objects, must be {@link java.io.Serializable}.
 * </ul>
 *
 * <p>Start at {@link HazelcastEngine} and {@link ClusterJob}, then read {@code StageProcessor}.
 */
@NullMarked
package org.speedwell.streaming.hazelcast;

import org.jspecify.annotations.NullMarked;
