package org.speedwell.hazelcast;

import static java.util.Objects.requireNonNull;

import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastInstance;
import com.speedment.runtime.config.identifier.ColumnIdentifier;
import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.FollowListener;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.query.TableDescription;
import org.speedwell.accelerator.source.LoadConfiguration;

/**
 * A store whose tables are partitioned over the members of a Hazelcast cluster, for tables that outgrow one machine.
 * Each member loads a part of their rows into the memory of its application, and all rows of the other tables.
 * Questions go to all parts:
 *
 * <pre>{@code
 * PartitionedStore store = PartitionedStore.builder(hazelcast, application, "sales")
 *     .partition(Rental.CUSTOMER_ID)
 *     .partition(Payment.CUSTOMER_ID)
 *     .atLeast(3)
 *     .start();
 * store.awaitWhole(Duration.ofMinutes(10));
 * long late = store.ask(rentals, new LateRentals(7));
 * }</pre>
 *
 * <p>The member list of the cluster determines which member holds which part. When a member joins, the others answer
 * from their former parts until all new parts are loaded. When a member leaves or dies, questions fail and name the
 * missing parts. The remaining members then reload their parts from the database, because no other member has the rows.
 * A question returns the answer for all rows, or throws an exception.
 *
 * <p>If the configurations of the applications follow the database, each member applies the changes of its part. The
 * store can then {@linkplain #maintain maintain} answers.
 *
 * <p>The application's own streams read the part of its member. Lite members ask questions and hold no data.
 * Thread-safe.
 */
public final class PartitionedStore implements AutoCloseable {
    private final Peers peers;
    private final DataStore store;
    private final String name;
    private final Duration timeout;
    private final PartLoader loader;
    private final Wire wire;
    private final Rebalancing rebalancing;
    private final Scatter scatter;
    private final PartQueries parts;
    private final ClusterQueries queries;
    private final FollowListener following = this::reached;
    private @Nullable UUID listener;

    private PartitionedStore(Builder builder) {
        this.peers = new Peers(builder.hazelcast);
        this.name = builder.name;
        this.timeout = builder.timeout;
        this.store = builder.store;
        this.loader = new PartLoader(store, List.copyOf(builder.keys), builder.loading);
        this.wire = new Wire(
                store.describe(), MemberFilter.of(builder.hazelcast.getConfig().getSerializationConfig()));
        this.rebalancing = new Rebalancing(
                name,
                peers,
                loader,
                builder.atLeast,
                new Rebalancing.Timing(builder.settle, builder.retry, builder.answer));
        this.scatter = new Scatter(name, peers, rebalancing, wire, builder.answer);
        this.parts = new PartQueries(new PartQuery.Part(name, store, loader, wire, peers, builder.answer));
        this.queries = new ClusterQueries(name, peers, rebalancing, scatter, wire, builder.answer);
    }

    private void reached(SnapshotView version, Position position) {
        loader.part(version).ifPresent(part -> rebalancing.held().follow(part, version));
        parts.reached(version, position);
    }

    private void start() {
        MemberTask.register(peers.hazelcast(), PartitionedStore.class, name, this);
        store.addFollowListener(following);
        queries.start();
        listener = peers.hazelcast().getCluster().addMembershipListener(new Members());
        rebalancing.start();
        peers.notifyAllMembers(new PartitionTasks.Changed(name, true));
    }

    /**
     * Creates a builder of the store on this member. Start it on the other members with the same name, tables and keys.
     *
     * @param application an application in memory that nothing else loads. If its configuration follows the database,
     * the parts stay current. It must not reload periodically. The caller closes it, as well as the Hazelcast instance
     */
    public static Builder builder(HazelcastInstance hazelcast, Speedment application, String name) {
        return builder(hazelcast, application.getOrThrow(DataStoreComponent.class), name);
    }

    /**
     * Creates a builder of the store, as {@link #builder(HazelcastInstance, Speedment, String)} does.
     *
     * @param tables a store of any kind that nothing else loads, such as one of {@code MemoryStore.Builder.create}
     */
    public static Builder builder(HazelcastInstance hazelcast, DataStore tables, String name) {
        return new Builder(hazelcast, tables, name);
    }

    /**
     * Returns the answer of all parts. For a table that is not partitioned, this member answers alone.
     *
     * @param rows the class of the rows of a table
     * @throws ClusterQueryException if parts are missing, do not answer in time or fail. The message names them
     * @throws IllegalArgumentException if the question is a lambda, or contains a value that is not serializable. Also
     *     if no table has this class
     */
    public <T, P, R> R ask(Class<T> rows, ClusterQuery<T, P, R> query) {
        return answer(rows, query).value();
    }

    /** Returns the answer of all parts, as {@link #ask(Class, ClusterQuery)} does. */
    public <T, P, R> R ask(Manager<T> table, ClusterQuery<T, P, R> query) {
        return ask(table.getEntityClass(), query);
    }

    /** Returns the answer as {@link #ask(Manager, ClusterQuery)} does, with the age of its data. */
    public <T, P, R> ClusterAnswer<R> answer(Manager<T> table, ClusterQuery<T, P, R> query) {
        return answer(table.getEntityClass(), query);
    }

    /** Returns the answer as {@link #ask(Class, ClusterQuery)} does, with the age of its data. */
    public <T, P, R> ClusterAnswer<R> answer(Class<T> rows, ClusterQuery<T, P, R> query) {
        TableDescription<T> table = wire.table(rows);
        if (loader.isPartitioned(Wire.name(table))) {
            return scatter.ask(table, query, timeout);
        }
        SnapshotView version = store.snapshot();
        P part = query.part(new TablePart<>(store, table, new PartNumber(0, 1), version));
        return new ClusterAnswer<>(query.combine(List.of(part)), 1, version.takenAt(), version.takenAt());
    }

    /**
     * Maintains the answer of all parts, as {@link DataStore#maintain} does for the rows of one application.
     * Each member follows the database and maintains the answer of its part. This member merges them at each binlog
     * position that all members have reached. So the result always contains whole transactions.
     *
     * <pre>{@code
     * MaintainedQuery<Long> late = store.maintain(rentals, new LateRentals(7));
     * long now = late.get();
     * }</pre>
     *
     * <p>The question may call {@link TablePart#stream()} once, and must return the same answer for equal rows. If it
     * throws an exception at a part, {@code get()} throws a {@link ClusterQueryException} until the rows change, and
     * subscriptions end with it.
     *
     * <p>While members join or leave, the result stays that of the last common position, and
     * {@link MaintainedQuery#staleness()} says so. Later positions are delivered as one difference. If a table of another
     * member stops following, this member learns the reason within 10 seconds. The members release the question when the result is closed or abandoned, and when this member leaves. For a table that is not
     * partitioned, this member maintains the result alone.
     *
     * @param rows the class of the rows of a table
     * @return the result, which the caller closes
     * @throws ClusterQueryException if a part is missing, fails or does not follow the database, or the parts have no
     * common position in time. The message names the reasons
     * @throws IllegalArgumentException if the question is a lambda, or contains a value that is not serializable
     * @throws IllegalStateException if the store is closed
     */
    public <T, P, R> MaintainedQuery<R> maintain(Class<T> rows, ClusterQuery<T, P, R> query) {
        TableDescription<T> table = wire.table(rows);
        if (loader.isPartitioned(Wire.name(table))) {
            return queries.maintain(table, query, timeout);
        }
        PartNumber all = new PartNumber(0, 1);
        return store.maintain(
                rows, stream -> query.combine(List.of(query.part(TablePart.maintained(store, table, all, stream)))));
    }

    /** Maintains the answer of all parts, as {@link #maintain(Class, ClusterQuery)} does. */
    public <T, P, R> MaintainedQuery<R> maintain(Manager<T> table, ClusterQuery<T, P, R> query) {
        return maintain(table.getEntityClass(), query);
    }

    /**
     * Waits until the present members hold all parts.
     *
     * @return false if the time elapses first, or if the store is closed
     */
    public boolean awaitWhole(Duration longest) throws InterruptedException {
        return rebalancing.awaitWhole(longest);
    }

    /** Returns the distribution of the parts, as this member saw it last. */
    public PartitionStatus status() {
        Directory seen = rebalancing.directory();
        PartStatus own = rebalancing.status();
        return new PartitionStatus(
                seen.whole().isPresent(),
                seen.owners().size(),
                own.held().stream().map(PartNumber::toString).toList(),
                seen.missing(),
                own.failure());
    }

    /**
     * Makes all members reload their parts, and waits for them. Meanwhile each member answers from its former part, and
     * from its new part as soon as that is loaded. An answer may therefore combine old and new parts.
     *
     * @throws ClusterQueryException with the members whose load failed. They continue to serve their former parts
     */
    public void reload() throws InterruptedException {
        var answers = peers.queryAllMembers(new PartitionTasks.Reload(name), Duration.ofDays(1));
        List<String> failed = new ArrayList<>();
        answers.received().forEach((member, reason) -> {
            if (!reason.isEmpty()) {
                failed.add("the part of " + member.getAddress() + ": " + reason);
            }
        });
        answers.silent().forEach((member, reason) -> failed.add("the part of " + member.getAddress() + ": " + reason));
        if (!failed.isEmpty()) {
            throw new ClusterQueryException(
                    "Not all parts were reloaded. Missing: " + String.join("; ", failed) + ".", failed, null);
        }
    }

    Rebalancing rebalancing() {
        return rebalancing;
    }

    /** Returns the maintained questions of all members on this member. */
    PartQueries parts() {
        return parts;
    }

    /** Returns the maintained questions that this member asks. */
    ClusterQueries queries() {
        return queries;
    }

    /** Answers a question of another member, or of this one. */
    PartAnswer answer(PartNumber part, String table, byte[] query) {
        SnapshotView version = rebalancing.held().version(part).orElse(null);
        if (version == null) {
            return new PartAnswer.NotHeld();
        }
        TableDescription<?> known = wire.table(table);
        if (known == null) {
            return new PartAnswer.Failed("its application has no table " + table);
        }
        return PartAnswer.of(
                wire,
                part + " of " + name,
                version.takenAt(),
                () -> part((ClusterQuery<?, ?, ?>) wire.read(query), known, part, version));
    }

    @SuppressWarnings("unchecked") // the caller passed this table with the question
    private <T> Object part(
            ClusterQuery<?, ?, ?> query, TableDescription<T> table, PartNumber part, SnapshotView version) {
        return ((ClusterQuery<T, ?, ?>) query).part(new TablePart<>(store, table, part, version));
    }

    /**
     * Releases the parts of this member. The other members redistribute the tables. The application and its memory stay
     * unchanged.
     */
    @Override
    public void close() {
        queries.close();
        store.removeFollowListener(following);
        parts.close();
        rebalancing.close();
        peers.ifRunning(hazelcast -> {
            MemberTask.unregister(hazelcast, PartitionedStore.class, name, this);
            UUID told = listener;
            if (told != null) {
                hazelcast.getCluster().removeMembershipListener(told);
            }
            peers.notifyAllMembers(new PartitionTasks.Changed(name, true));
        });
    }

    private final class Members implements MembershipListener {
        @Override
        public void memberAdded(MembershipEvent event) {
            rebalancing.membersChanged();
            queries.look();
        }

        @Override
        public void memberRemoved(MembershipEvent event) {
            rebalancing.membersChanged();
            parts.releaseOf(event.getMember().getUuid());
            queries.look();
        }
    }

    /** A builder of the store. For one thread. */
    public static final class Builder {
        private final HazelcastInstance hazelcast;
        private final DataStore store;
        private final String name;
        private final List<ColumnIdentifier<?>> keys = new ArrayList<>();
        private UnaryOperator<LoadConfiguration.Builder> loading = UnaryOperator.identity();
        private int atLeast = 1;
        private Duration timeout = Duration.ofMinutes(1);
        private Duration settle = Duration.ofSeconds(2);
        private Duration retry = Duration.ofSeconds(30);
        private Duration answer = Duration.ofSeconds(10);

        private Builder(HazelcastInstance hazelcast, DataStore store, String name) {
            this.hazelcast = requireNonNull(hazelcast);
            this.store = requireNonNull(store);
            this.name = requireNonNull(name);
        }

        /**
         * Partitions the table of a field by the hash of the field's values. If several tables use fields with the same
         * values, related rows are on the same member. For example, partition rentals and payments by their customer,
         * so that a question may read both.
         *
         * @param key a field of whole numbers or texts, with many distinct values
         * @throws IllegalArgumentException if the table is partitioned already
         */
        public Builder partition(Field<?> key) {
            return partition(key.identifier());
        }

        /**
         * Partitions the table of a class of rows, as {@link #partition(Field)} does.
         *
         * @param column the name of a column with whole numbers or texts, and with many distinct values
         * @throws IllegalArgumentException if no table has the class, the table has no such column, or it is
         *     partitioned already
         */
        public Builder partition(Class<?> rows, String column) {
            TableDescription<?> table = store.describe().stream()
                    .filter(known -> known.rows() == rows)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("The store has no table of class " + rows.getName()
                            + ". Add the class to the builder of the store."));
            if (!table.values().classes().containsKey(column)) {
                throw new IllegalArgumentException(
                        "Class " + rows.getSimpleName() + " has no column " + column + ". It has "
                                + String.join(", ", table.values().classes().keySet()) + ".");
            }
            TableId<?> id = table.identifier();
            return partition(
                    TableIdentifier.of(id.database(), id.schema(), id.table()).asColumnIdentifier(column));
        }

        private Builder partition(ColumnIdentifier<?> column) {
            if (keys.stream().anyMatch(known -> known.asTableIdentifier().equals(column.asTableIdentifier()))) {
                throw new IllegalArgumentException(
                        "Table " + column.getTableId() + " already has a partition key. Name one key for each table.");
            }
            keys.add(column);
            return this;
        }

        /**
         * Sets how many members must be present before any member loads. Use it if fewer members have too little memory
         * for all rows. With fewer members, questions fail. The default is 1.
         *
         * @throws IllegalArgumentException if it is less than 1
         */
        public Builder atLeast(int members) {
            if (members < 1) {
                throw new IllegalArgumentException("atLeast is " + members + ", but must be 1 or more.");
            }
            this.atLeast = members;
            return this;
        }

        /** Sets the time limit of a question. The default is 1 minute. */
        public Builder timeout(Duration longest) {
            this.timeout = positive(longest);
            return this;
        }

        /**
         * Sets how long the member list must stay unchanged before members load new parts. The default is 2 seconds.
         */
        public Builder settle(Duration quiet) {
            this.settle = positive(quiet);
            return this;
        }

        /** Sets the longest pause before a failed load is tried again. The default is 30 seconds. */
        public Builder retry(Duration longest) {
            this.retry = positive(longest);
            return this;
        }

        /** Sets other options of each load of a part, such as a progress listener. */
        public Builder loading(UnaryOperator<LoadConfiguration.Builder> how) {
            this.loading = requireNonNull(how);
            return this;
        }

        private static Duration positive(Duration time) {
            if (!time.isPositive()) {
                throw new IllegalArgumentException("The time is " + time + ", but must be longer than 0.");
            }
            return time;
        }

        /**
         * Starts the store and returns at once. The parts load in the background.
         *
         * @throws IllegalStateException if no table is partitioned, or if the member already has a store of this name,
         * or if the application's configuration is incompatible
         */
        public PartitionedStore start() {
            if (keys.isEmpty()) {
                throw new IllegalStateException("No table has a partition key. Call partition with a key,"
                        + " or use a SnapshotSubscriber for whole tables.");
            }
            require(store.configuration());
            PartitionedStore store = new PartitionedStore(this);
            store.start();
            return store;
        }

        private static void require(StoreConfiguration configuration) {
            boolean isVerified = configuration
                    .follow()
                    .flatMap(FollowConfiguration::verifyPeriod)
                    .isPresent();
            String contradiction = isVerified
                    ? "compares tables with the database (verifyEvery), which has the rows of all parts"
                    : configuration.reloadPeriod().isPresent()
                            ? "reloads periodically, which would load all rows: call PartitionedStore.reload instead"
                            : configuration.shadow() > 0
                                    ? "runs shadow queries in the database, which has the rows of all parts"
                                    : "";
            if (!contradiction.isEmpty()) {
                throw new IllegalStateException(
                        "The StoreConfiguration " + contradiction + ". Remove that setting for a PartitionedStore.");
            }
        }
    }
}
