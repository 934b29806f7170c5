package org.speedwell.hazelcast;

import static java.util.Objects.requireNonNull;

import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastInstance;
import com.speedment.runtime.config.identifier.ColumnIdentifier;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.source.LoadConfiguration;

/**
 * Tables shared out to the members of a Hazelcast cluster, for those that outgrow one machine: each member loads a part of their rows
 * into its application's memory, and all rows of the other tables. Questions go to all parts:
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
 * <p>Which member holds which part follows from the cluster's list of members. When one comes, those that were there go on to answer
 * of the parts that they have until the new ones are loaded. When one goes or dies, questions fail and say which parts are missing,
 * until the others have loaded the parts anew, from the database, as nobody else has them. An answer is of all rows, or an error.
 *
 * <p>The application's own streams see the part of its member. Thread-safe. Lite members ask, and hold nothing.
 */
public final class PartitionedStore implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(PartitionedStore.class.getName());

    private final Peers peers;
    private final Speedment application;
    private final DataStoreComponent store;
    private final String name;
    private final Duration timeout;
    private final PartLoader loader;
    private final Wire wire;
    private final Rebalancing rebalancing;
    private final Scatter scatter;
    private @Nullable UUID listener;

    private PartitionedStore(Builder builder) {
        this.peers = new Peers(builder.hazelcast);
        this.application = builder.application;
        this.name = builder.name;
        this.timeout = builder.timeout;
        this.store = application.getOrThrow(DataStoreComponent.class);
        this.loader = new PartLoader(store, List.copyOf(builder.keys), builder.loading);
        this.wire = new Wire(
                application, MemberFilter.of(builder.hazelcast.getConfig().getSerializationConfig()));
        this.rebalancing = new Rebalancing(
                name,
                peers,
                loader,
                builder.atLeast,
                new Rebalancing.Timing(builder.settle, builder.retry, builder.answer));
        this.scatter = new Scatter(name, peers, rebalancing, wire, builder.answer);
    }

    private void start() {
        MemberTask.register(peers.hazelcast(), PartitionedStore.class, name, this);
        listener = peers.hazelcast().getCluster().addMembershipListener(new Members());
        rebalancing.start();
        peers.tellAll(new PartitionTasks.Changed(name, true));
    }

    /**
     * A store on this member, to be started on the others by the same name, with the same tables and keys.
     *
     * @param application in memory, not loaded by anybody else; its configuration neither follows the database nor reloads by
     *     itself. It stays the caller's, as the Hazelcast instance does
     */
    public static Builder builder(HazelcastInstance hazelcast, Speedment application, String name) {
        return new Builder(hazelcast, application, name);
    }

    /**
     * The answer of all parts, of the holders of a table that is shared out, and of this member alone of another.
     *
     * @throws ClusterQueryException if there is none, as parts are missing, do not answer in time or fail; it tells which
     * @throws IllegalArgumentException if the question is a lambda, or holds what cannot be sent
     */
    public <T, P, R> R ask(Manager<T> table, ClusterQuery<T, P, R> query) {
        return answer(table, query).value();
    }

    /** As {@link #ask}, with of when the answer is. */
    public <T, P, R> ClusterAnswer<R> answer(Manager<T> table, ClusterQuery<T, P, R> query) {
        if (loader.isSharedOut(Wire.name(table))) {
            return scatter.ask(table, query, timeout);
        }
        SnapshotView version = store.snapshot();
        P part = query.part(new TablePart<>(application, table, new PartNumber(0, 1), version));
        return new ClusterAnswer<>(query.combine(List.of(part)), 1, version.takenAt(), version.takenAt());
    }

    /**
     * Waits until all parts are held by the members that are there.
     *
     * @return whether they are; not if that takes longer, or the store is closed
     */
    public boolean awaitWhole(Duration longest) throws InterruptedException {
        return rebalancing.awaitWhole(longest);
    }

    /** How the parts are held, as this member has seen it last. */
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
     * Lets all members load their parts anew, and waits for them. Meanwhile each answers of the part that it has, and of the new one
     * as soon as it is there; other members' may still be the old ones then.
     *
     * @throws ClusterQueryException naming the members that could not, which go on with the parts that they have
     */
    public void reload() throws InterruptedException {
        var answers = peers.askAll(new PartitionTasks.Reload(name), Duration.ofDays(1));
        List<String> failed = new ArrayList<>();
        answers.heard().forEach((member, reason) -> {
            if (!reason.isEmpty()) {
                failed.add("that of " + member.getAddress() + ": " + reason);
            }
        });
        answers.silent().forEach((member, reason) -> failed.add("that of " + member.getAddress() + ": " + reason));
        if (!failed.isEmpty()) {
            throw new ClusterQueryException(
                    "Parts were not loaded anew: " + String.join("; ", failed) + ".", failed, null);
        }
    }

    Rebalancing rebalancing() {
        return rebalancing;
    }

    /** A question of another member, or of this one. */
    PartAnswer answer(PartNumber part, String table, byte[] query) {
        SnapshotView version = rebalancing.held().version(part).orElse(null);
        if (version == null) {
            return new PartAnswer.NotHeld();
        }
        Manager<?> manager = wire.manager(table);
        if (manager == null) {
            return new PartAnswer.Failed("its application has no table " + table);
        }
        try {
            ClusterQuery<?, ?, ?> question = (ClusterQuery<?, ?, ?>) wire.read(query);
            return new PartAnswer.Known(wire.write(part(question, manager, part, version)), version.takenAt());
        } catch (ClassNotFoundException e) {
            return new PartAnswer.Failed("it has no class " + e.getMessage()
                    + ": put the question, and what it uses, on the class path of all members");
        } catch (java.io.NotSerializableException e) {
            return new PartAnswer.Failed("the answer of a part is to be serializable, and has in it " + e.getMessage());
        } catch (Throwable e) { // an Error too: the caller must not take the member for lost
            LOG.log(System.Logger.Level.WARNING, "A question to " + part + " of " + name + " failed", e);
            return new PartAnswer.Failed(e.toString());
        }
    }

    @SuppressWarnings("unchecked") // who asks has put the question to this table
    private <T> Object part(ClusterQuery<?, ?, ?> query, Manager<T> table, PartNumber part, SnapshotView version) {
        Object answer = ((ClusterQuery<T, ?, ?>) query).part(new TablePart<>(application, table, part, version));
        return requireNonNull(answer, "the answer of a part is null");
    }

    /** Holds nothing any more; the others share the tables out among them. The application and its memory stay as they are. */
    @Override
    public void close() {
        rebalancing.close();
        peers.ifRunning(hazelcast -> {
            MemberTask.unregister(hazelcast, PartitionedStore.class, name, this);
            UUID told = listener;
            if (told != null) {
                hazelcast.getCluster().removeMembershipListener(told);
            }
            peers.tellAll(new PartitionTasks.Changed(name, true));
        });
    }

    private final class Members implements MembershipListener {
        @Override
        public void memberAdded(MembershipEvent event) {
            rebalancing.membersChanged();
        }

        @Override
        public void memberRemoved(MembershipEvent event) {
            rebalancing.membersChanged();
        }
    }

    /** Gathers settings; for one thread. */
    public static final class Builder {
        private final HazelcastInstance hazelcast;
        private final Speedment application;
        private final String name;
        private final List<ColumnIdentifier<?>> keys = new ArrayList<>();
        private UnaryOperator<LoadConfiguration.Builder> loading = UnaryOperator.identity();
        private int atLeast = 1;
        private Duration timeout = Duration.ofMinutes(1);
        private Duration settle = Duration.ofSeconds(2);
        private Duration retry = Duration.ofSeconds(30);
        private Duration answer = Duration.ofSeconds(10);

        private Builder(HazelcastInstance hazelcast, Speedment application, String name) {
            this.hazelcast = requireNonNull(hazelcast);
            this.application = requireNonNull(application);
            this.name = requireNonNull(name);
        }

        /**
         * Shares out the field's table by the hash of its values. Tables that are shared out by fields with the same values have
         * what belongs together on the same member: rentals and payments by their customer, so that a question may read both.
         *
         * @param key of whole numbers or texts, with many values
         * @throws IllegalArgumentException if the table is shared out already
         */
        public Builder partition(Field<?> key) {
            ColumnIdentifier<?> column = key.identifier();
            if (keys.stream().anyMatch(known -> known.asTableIdentifier().equals(column.asTableIdentifier()))) {
                throw new IllegalArgumentException(
                        "Table " + column.getTableId() + " is shared out already: take one key of each table.");
            }
            keys.add(column);
            return this;
        }

        /**
         * How many members there are to be before any loads, as fewer do not have room for it all; 1 unless set. With fewer,
         * questions fail.
         *
         * @throws IllegalArgumentException if it is less than 1
         */
        public Builder atLeast(int members) {
            if (members < 1) {
                throw new IllegalArgumentException("There is at least one member, not " + members);
            }
            this.atLeast = members;
            return this;
        }

        /** How long a question may take; a minute unless set. */
        public Builder timeout(Duration longest) {
            this.timeout = positive(longest);
            return this;
        }

        /** How long no member comes or goes before parts are loaded because some did; 2 seconds unless set. */
        public Builder settle(Duration quiet) {
            this.settle = positive(quiet);
            return this;
        }

        /** After how long at most a load that has failed is tried again; 30 seconds unless set. */
        public Builder retry(Duration longest) {
            this.retry = positive(longest);
            return this;
        }

        /** What else is to be said of each load of a part, as who is told how far it is. */
        public Builder loading(UnaryOperator<LoadConfiguration.Builder> how) {
            this.loading = requireNonNull(how);
            return this;
        }

        private static Duration positive(Duration time) {
            if (!time.isPositive()) {
                throw new IllegalArgumentException("The time is positive, not " + time);
            }
            return time;
        }

        /**
         * Begins to hold a part, and returns at once.
         *
         * @throws IllegalStateException if no table is to be shared out, there is a store of this name on the member already, or the
         *     application's configuration contradicts
         */
        public PartitionedStore start() {
            if (keys.isEmpty()) {
                throw new IllegalStateException(
                        "No table is to be shared out: name a key by partition, or open a published snapshot instead.");
            }
            application.get(StoreConfiguration.class).ifPresent(Builder::require);
            PartitionedStore store = new PartitionedStore(this);
            store.start();
            return store;
        }

        private static void require(StoreConfiguration configuration) {
            String contradiction = configuration.follow().isPresent()
                    ? "follows the database, which is not possible with a part"
                    : configuration.reloadPeriod().isPresent()
                            ? "reloads by itself, which would load all rows: call PartitionedStore.reload"
                            : configuration.shadow() > 0 ? "asks the database, too, which has all rows" : "";
            if (!contradiction.isEmpty()) {
                throw new IllegalStateException(
                        "The StoreConfiguration " + contradiction + ". Take that out for a store that is shared out.");
            }
        }
    }
}
