package org.speedwell.hazelcast;

/** What the members of a {@link PartitionedStore} ask of each other. */
final class PartitionTasks {
    private PartitionTasks() {}

    /** A question to the part that a member holds. */
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

    /** What a member holds. */
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

    /** Somebody holds another part, or has come or gone. */
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
            return true;
        }
    }

    /** A load of the part anew, which is waited for. The answer is why it failed; empty if it did not. */
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
