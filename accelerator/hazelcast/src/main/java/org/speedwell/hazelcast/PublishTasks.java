package org.speedwell.hazelcast;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The tasks that publishers and subscribers of one name send to each other. */
final class PublishTasks {
    private PublishTasks() {}

    /** A task that returns the newest snapshot of a publisher, or null. */
    static final class Offer extends MemberTask<SnapshotPublisher, PublishedSnapshot> {
        private static final long serialVersionUID = 1;

        Offer(String name) {
            super(SnapshotPublisher.class, name);
        }

        @Override
        @Nullable
        PublishedSnapshot call(SnapshotPublisher publisher) {
            return publisher.offer();
        }
    }

    /** A task that returns a chunk of a file. The chunk is empty if the publisher no longer has the file. */
    static final class Chunk extends MemberTask<SnapshotPublisher, byte[]> {
        private static final long serialVersionUID = 1;

        private final String id;
        private final int chunk;

        Chunk(String name, String id, int chunk) {
            super(SnapshotPublisher.class, name);
            this.id = id;
            this.chunk = chunk;
        }

        @Override
        byte[] call(SnapshotPublisher publisher) throws IOException {
            return publisher.chunk(id, chunk);
        }
    }

    /** A notice that a publisher has a new snapshot. */
    static final class Announce extends MemberTask<SnapshotSubscriber, Boolean> {
        private static final long serialVersionUID = 1;

        Announce(String name) {
            super(SnapshotSubscriber.class, name);
        }

        @Override
        Boolean call(SnapshotSubscriber subscriber) {
            subscriber.look();
            return true;
        }
    }
}
