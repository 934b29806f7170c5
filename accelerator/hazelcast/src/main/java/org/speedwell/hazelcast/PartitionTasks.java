package org.speedwell.hazelcast;

import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The tasks that members of a {@link PartitionedStore} send to each other. */
final class PartitionTasks {
    private PartitionTasks() {}

    /** A task that asks the part of a member a question. */
    static final class Ask extends MemberTask<PartitionedStore, PartAnswer> {
        private static final long serialVersionUID = 1;

        private final PartNumber part;
        private final String table;
        private final byte[] query;

        Ask(String store, PartNumber part, String table, byte[] query) {
            super(PartitionedStore.class, store);
            this.part = part;
            this.table = table;
            this.query = query;
        }

        @Override
        PartAnswer call(PartitionedStore store) {
            return store.answer(part, table, query);
        }
    }

    /** A task that returns the parts that a member holds and loads. */
    static final class Status extends MemberTask<PartitionedStore, PartStatus> {
        private static final long serialVersionUID = 1;

        Status(String store) {
            super(PartitionedStore.class, store);
        }

        @Override
        PartStatus call(PartitionedStore store) {
            return store.rebalancing().status();
        }
    }

    /** A notice that a member holds other parts, or that the members changed. */
    static final class Changed extends MemberTask<PartitionedStore, Boolean> {
        private static final long serialVersionUID = 1;

        private final boolean isMember;

        Changed(String store, boolean isMember) {
            super(PartitionedStore.class, store);
            this.isMember = isMember;
        }

        @Override
        Boolean call(PartitionedStore store) {
            if (isMember) {
                store.rebalancing().membersChanged();
            } else {
                store.rebalancing().look();
            }
            store.queries().look();
            return true;
        }
    }

    /** A task that maintains all maintained questions of a member, and releases its others. It returns their states. */
    static final class Maintain extends MemberTask<PartitionedStore, Map<UUID, PartState>> {
        private static final long serialVersionUID = 1;

        private final UUID asker;
        private final List<PartQueries.Question> questions;

        Maintain(String store, UUID asker, List<PartQueries.Question> questions) {
            super(PartitionedStore.class, store);
            this.asker = asker;
            this.questions = List.copyOf(questions);
        }

        @Override
        Map<UUID, PartState> call(PartitionedStore store) {
            return store.parts().maintain(asker, questions);
        }
    }

    /** A report of the results of a maintained question. It returns whether the receiver still needs the question. */
    static final class Report extends MemberTask<PartitionedStore, Boolean> {
        private static final long serialVersionUID = 1;

        private final UUID query;
        private final UUID source;
        private final PartState state;
        private final List<PartResult> results;

        Report(String store, UUID query, UUID source, PartState state, List<PartResult> results) {
            super(PartitionedStore.class, store);
            this.query = query;
            this.source = source;
            this.state = state;
            this.results = List.copyOf(results);
        }

        @Override
        Boolean call(PartitionedStore store) {
            return store.queries().report(query, source, state, results);
        }
    }

    /**
     * A task that reloads the part of a member and waits for the load. It returns the reason of a failure, or an empty
     * text.
     */
    static final class Reload extends MemberTask<PartitionedStore, String> {
        private static final long serialVersionUID = 1;

        Reload(String store) {
            super(PartitionedStore.class, store);
        }

        @Override
        String call(PartitionedStore store) throws InterruptedException {
            return store.rebalancing().reload();
        }
    }
}
