package org.speedwell.hazelcast;

import java.time.Instant;

/**
 * The answer to a {@link ClusterQuery}, and of when it is. Each member loads its part at a moment of its own, so that between the
 * two moments the parts may differ in what they know.
 *
 * @param parts how many were asked
 * @param oldest when the part that was loaded first was as it is in memory, by its member's clock
 * @param newest the same of the part that was loaded last
 */
public record ClusterAnswer<R>(R value, int parts, Instant oldest, Instant newest) {}
