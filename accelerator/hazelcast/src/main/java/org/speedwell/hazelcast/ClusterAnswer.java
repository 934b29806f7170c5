package org.speedwell.hazelcast;

import java.time.Instant;

/**
 * The answer to a {@link ClusterQuery}, with the age of its data. Each member loads its part at a different moment.
 * Between the two moments here, the parts may differ in the changes that they contain.
 *
 * @param parts the number of parts that answered
 * @param oldest the moment of the database that the oldest part contains, by the clock of its member
 * @param newest the moment of the database that the newest part contains, by the clock of its member
 */
public record ClusterAnswer<R>(R value, int parts, Instant oldest, Instant newest) {}
