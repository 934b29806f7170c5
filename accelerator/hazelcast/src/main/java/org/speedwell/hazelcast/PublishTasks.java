package org.speedwell.hazelcast;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What publishers and subscribers of a name ask of each other. */
final class PublishTasks {
    private PublishTasks() {}

    /** What a publisher has to give. */
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

    /** A chunk of a file; of no bytes if the publisher has it no longer. */
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

    /** There is something new. */
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
