package org.speedwell.hazelcast;

import java.time.Instant;
import java.util.Optional;

/**
 * What a {@link SnapshotSubscriber} has, and what it is doing. Immutable.
 *
 * @param kept the moment of the database in the newest file that it has received and opened
 * @param received bytes of the file that is being received
 * @param receiving how many that is to be; 0 while nothing is received
 * @param failure why the last attempt to get the newest version failed. It stays while the subscriber tries again, until that
 *     version is open; empty if nothing has failed
 */
public record SubscriberStatus(Optional<Instant> kept, long received, long receiving, String failure) {}
