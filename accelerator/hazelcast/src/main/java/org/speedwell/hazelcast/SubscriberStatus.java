package org.speedwell.hazelcast;

import java.time.Instant;
import java.util.Optional;

/**
 * The state of a {@link SnapshotSubscriber}. Immutable.
 *
 * @param kept the moment of the database in the newest file that it has received or opened
 * @param received the bytes received so far of the current file
 * @param receiving the size of the current file in bytes; 0 while it receives nothing
 * @param failure why the last attempt to get the newest version failed. It stays until the subscriber has that version.
 * Empty if nothing failed
 */
public record SubscriberStatus(Optional<Instant> kept, long received, long receiving, String failure) {}
