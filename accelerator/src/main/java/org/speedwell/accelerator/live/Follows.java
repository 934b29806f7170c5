package org.speedwell.accelerator.live;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.FollowListener;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.database.BinlogStatus;
import org.speedwell.accelerator.database.LoadConnection;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.database.UnreachableException;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.monitor.Verification;
import org.speedwell.accelerator.replication.ReplicationSettings;
import org.speedwell.accelerator.replication.ReplicationSource;
import org.speedwell.accelerator.replication.Replicator;
import org.speedwell.accelerator.source.LoadProgress;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.Versions;
import org.speedwell.accelerator.verify.AlignedView;
import org.speedwell.accelerator.verify.Verifier;

/**
 * The state of replication: the follower, if there is one, and the version that it started from. A loaded or opened
 * version replaces that version. Thread-safe.
 */
final class Follows {
    private static final System.Logger LOG = System.getLogger(Follows.class.getName());

    private final Versions versions;
    private final Supplier<ReplicationSource> source;
    private final Supplier<List<TableModel<?>>> tables;
    private final Function<Snapshot, SnapshotView> views;
    private final List<FollowListener> listeners = new CopyOnWriteArrayList<>();
    private @Nullable FollowConfiguration how;
    private volatile @Nullable Replicator follower;

    /** The attempts to reach an unreachable database; null while there are none. */
    private volatile @Nullable AwaitedFollower awaited;

    /** The version from which the follower could not start; null if there is none. */
    private volatile @Nullable Unfollowed unfollowed;

    private @Nullable ViewReloads viewReloads;
    private @Nullable FollowChecks checks;

    /**
     * Creates the state.
     *
     * @param how the configuration with which to follow from each new version; empty to follow from none
     * @param views creates the view of a version for a listener
     */
    Follows(
            Versions versions,
            Optional<FollowConfiguration> how,
            Supplier<ReplicationSource> source,
            Supplier<List<TableModel<?>>> tables,
            Function<Snapshot, SnapshotView> views) {
        this.versions = versions;
        this.how = how.orElse(null);
        this.source = source;
        this.tables = tables;
        this.views = views;
    }

    void add(FollowListener listener) {
        listeners.add(listener);
    }

    void remove(FollowListener listener) {
        listeners.remove(listener);
    }

    private void reached(Snapshot version, Position position) {
        for (FollowListener listener : listeners) {
            try {
                listener.reached(views.apply(version), position);
            } catch (Throwable e) { // includes Errors: they must not stop replication
                LOG.log(System.Logger.Level.WARNING, "A listener for followed positions failed", e);
            }
        }
    }

    /** Returns the configuration for calls that pass none. */
    synchronized FollowConfiguration configuration() {
        return how == null ? FollowConfiguration.defaults() : how;
    }

    /**
     * Follows the database from the current version on, as soon as the server answers. Does nothing if a follower
     * already runs.
     */
    synchronized void start(FollowConfiguration as) {
        Replicator now = follower;
        AwaitedFollower later = awaited;
        if (now != null && !now.isStopped() || later != null && !later.isOver()) {
            return;
        }
        Snapshot current = versions.current();
        if (current == null) {
            throw new DataStoreNotLoadedException("No version is in memory yet: call load() before follow().");
        }
        try {
            begin(current, as);
            how = as;
        } catch (LoadException e) {
            if (unfollowed != null) {
                unfollowed = Unfollowed.of(current, requireNonNull(e.getMessage()));
            }
            throw new DataStoreException(requireNonNull(e.getMessage()), e);
        }
    }

    private void begin(Snapshot from, FollowConfiguration as) throws LoadException {
        if (!from.report().parts().isEmpty() && as.verifyPeriod().isPresent()) {
            throw new LoadException("Parts of tables cannot be compared with the database: "
                    + String.join("; ", from.report().describeParts())
                    + ". Remove verifyEvery from the FollowConfiguration.");
        }
        List<TableId<?>> views = ids(true);
        if (!views.isEmpty() && as.viewPeriod().isEmpty()) {
            throw new LoadException("Views cannot be followed, because the binlog does not contain them. Reload "
                    + views.stream().map(TableId::table).collect(Collectors.joining(", "))
                    + " periodically with FollowConfiguration.builder().viewPeriod. Or leave it to the database,"
                    + " without withView.");
        }
        ReplicationSettings settings = ReplicationSettings.of(as, as.serverId());
        AwaitedFollower.Attempt attempt =
                () -> Replicator.connect(versions, from, tables.get(), source.get(), settings, this::reached);
        try {
            begin(attempt.connect(), from, views, as);
        } catch (UnreachableException e) {
            if (from.position().isEmpty()) {
                throw e; // a retry would not help
            }
            awaited = AwaitedFollower.start(
                    from, e, attempt, as.retry(), (later, connected) -> take(later, connected, from, views, as));
            unfollowed = null;
        }
    }

    /**
     * Takes the follower of a late attempt. Closes it if another version has meanwhile replaced the one that it follows
     * from.
     */
    private synchronized void take(
            AwaitedFollower from,
            Replicator connected,
            Snapshot version,
            List<TableId<?>> views,
            FollowConfiguration as) {
        if (awaited == from) {
            begin(connected, version, views, as);
            awaited = null; // after the follower is set: status() reads them in the other order
        } else {
            connected.close();
        }
    }

    private void begin(Replicator connected, Snapshot from, List<TableId<?>> views, FollowConfiguration as) {
        follower = connected;
        unfollowed = null;
        connected.start();
        if (!views.isEmpty()) {
            viewReloads = ViewReloads.start(connected, views, as.viewPeriod().orElseThrow());
        }
        checks = FollowChecks.start(
                connected,
                ids(false),
                id -> new Verifier(
                                source.get(), connected, () -> requireNonNull(versions.current()), (_, _, _, _) -> {})
                        .verify(models(model -> model.identifier().equals(id))),
                as.verifiesReloads() && from.report().parts().isEmpty(),
                as.verifyPeriod());
        LOG.log(
                System.Logger.Level.INFO,
                () -> "Follows the database from version %d on, at %s"
                        .formatted(from.version(), from.position().orElseThrow()));
    }

    private List<TableModel<?>> models(Predicate<TableModel<?>> which) {
        return tables.get().stream().filter(which).toList();
    }

    /** Returns the views in memory, or the tables. */
    private List<TableId<?>> ids(boolean views) {
        return models(model -> model.view() == views).stream()
                .<TableId<?>>map(TableModel::identifier)
                .toList();
    }

    /** Stops following. */
    synchronized void stop() {
        how = null;
        unfollowed = null;
        pause();
    }

    private void pause() {
        Replicator now = follower;
        AwaitedFollower later = awaited;
        follower = null;
        awaited = null;
        if (later != null) {
            later.close();
        }
        if (viewReloads != null) {
            viewReloads.close();
            viewReloads = null;
        }
        if (checks != null) {
            checks.close();
            checks = null;
        }
        if (now != null) {
            now.close();
        }
    }

    /**
     * Publishes a loaded or opened version. If configured, it then follows the database from that version, as soon as
     * the server answers.
     *
     * @param onPublished receives the published version before the follower starts
     * @throws LoadException if the follower cannot start for another reason. The version stays published, and {@link
     * #status()} gives the reason.
     */
    synchronized Snapshot publish(Snapshot next, Consumer<Snapshot> onPublished) throws LoadException {
        pause();
        Snapshot published = versions.publish(next);
        onPublished.accept(published);
        FollowConfiguration as = how;
        if (as != null) {
            try {
                begin(published, as);
            } catch (Throwable e) {
                unfollowed = Unfollowed.of(published, String.valueOf(e instanceof LoadException ? e.getMessage() : e));
                throw e;
            }
        }
        return published;
    }

    /**
     * Stops following, and replaces the current version by a former version or by none.
     *
     * @param isReplaced tests whether another version is already current. If so, that version stays.
     * @return whether a follower was running
     */
    synchronized boolean withdraw(BooleanSupplier isReplaced, @Nullable Snapshot formerVersion) {
        Snapshot current = versions.current();
        if (current == null || isReplaced.getAsBoolean()) {
            return false;
        }
        boolean wasFollowed = follower != null || awaited != null;
        pause();
        unfollowed = null;
        Snapshot last = versions.current(); // no other version can be published now
        if (last != null) {
            versions.withdraw(last, formerVersion);
        }
        return wasFollowed;
    }

    /** Returns the follower of the database; null if there is none. */
    @Nullable
    Replicator follower() {
        return follower;
    }

    Optional<FollowStatus> status() {
        Unfollowed none = unfollowed; // in this order, because each of these replaces the one before
        AwaitedFollower later = awaited;
        Replicator now = follower;
        if (now != null) {
            return Optional.of(now.status());
        }
        return later != null
                ? Optional.of(later.status())
                : Optional.ofNullable(none).map(version -> version.status(FollowStatus.Phase.STOPPED));
    }

    /**
     * Reloads a table, and returns once new streams show it.
     *
     * @return whether a follower is running
     */
    boolean reload(TableId<?> table) {
        Replicator now = follower;
        if (now == null) {
            return false;
        }
        try {
            return now.reload(table);
        } catch (LoadException e) {
            throw new DataStoreException(requireNonNull(e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DataStoreException(
                    "The thread was interrupted while it waited for the reload of a table. The reload continues.", e);
        }
    }

    /** Returns the age of a current version, which is the age of its oldest table. */
    Duration age(Snapshot current) {
        Replicator now = follower;
        return now == null
                ? Duration.between(current.takenAt(), Instant.now())
                : now.progress().age();
    }

    /** Returns the age of one table of a version that is current. */
    Duration age(Snapshot current, TableId<?> table) {
        Replicator now = follower;
        return now == null
                ? Duration.between(current.takenAt(), Instant.now())
                : now.progress().age(table);
    }

    /** Returns why replication no longer updates a table; empty if it does, or if nothing is replicated. */
    Optional<String> staleness(TableId<?> table) {
        Replicator now = follower;
        return now == null ? Optional.empty() : now.progress().staleness(table);
    }

    Optional<Position> position(Snapshot current) {
        Replicator now = follower;
        return now == null ? current.position() : Optional.of(now.progress().position());
    }

    /**
     * Opens a moment that the database and a version in memory share. Without a follower, the version is the current
     * one.
     */
    AlignedView alignedView(Snapshot current) throws LoadException, InterruptedException {
        return AlignedView.open(source.get(), follower, current);
    }

    /** Compares the tables in memory with those of the database. */
    Verification verify(Supplier<Snapshot> current, LoadProgress progress) {
        Replicator now = follower;
        try {
            // views have no position in the binlog
            return new Verifier(
                            source.get(),
                            now,
                            current,
                            (table, rows, estimate, phase) ->
                                    progress.rows(SpeedmentIds.identifier(table), rows, estimate, phase))
                    .verify(models(model -> now == null || !model.view()));
        } catch (LoadException e) {
            throw new DataStoreException(requireNonNull(e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DataStoreException("Interrupted while memory and database were compared.", e);
        } finally {
            progress.ended();
        }
    }

    /** Returns whether a version contains nothing after a position. */
    static boolean isCovered(Snapshot version, Position by) {
        return version.position().filter(shown -> Replicator.covers(by, shown)).isPresent();
    }

    /**
     * Waits until new streams show everything before a position.
     *
     * @param table the table of the streams; null for all tables
     */
    boolean await(Position position, @Nullable TableId<?> table, Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        AwaitedFollower later = awaited; // before the follower, as in status()
        Replicator now = follower;
        if (now == null && later != null) {
            now = later.await(timeout);
        }
        return now != null && now.progress().await(position, table, Duration.ofNanos(deadline - System.nanoTime()));
    }

    /**
     * Waits until new streams show everything that the database committed before this call. A new connection reads
     * that position.
     */
    boolean await(@Nullable TableId<?> table, Duration timeout) throws InterruptedException {
        Position end;
        try (LoadConnection connection = source.get().connect()) {
            end = BinlogStatus.end(connection.jdbc());
        } catch (LoadException e) {
            throw unknown(e);
        }
        return await(end, table, timeout);
    }

    /**
     * Waits until new streams show everything that the connection has committed. If the server does not report that
     * position, it waits for the commits of all connections.
     */
    boolean await(Connection connection, Duration timeout) throws InterruptedException {
        try {
            Optional<String> own = gtids(connection, "SELECT @@last_gtid"); // MariaDB's
            if (own.isEmpty()) { // MySQL's, if every transaction has an id
                own = gtids(connection, "SELECT IF(@@global.gtid_mode = 'ON', @@global.gtid_executed, '')");
            }
            Replicator now = follower;
            boolean decidesById =
                    now != null && !now.progress().position().gtids().isEmpty();
            Position position = decidesById && own.isPresent() && !own.get().isEmpty()
                    ? new Position("", 0, own.get())
                    : BinlogStatus.end(connection);
            return await(position, null, timeout);
        } catch (LoadException e) {
            throw unknown(e);
        }
    }

    private static Optional<String> gtids(Connection connection, String query) {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return Optional.of(row.getString(1).replaceAll("\\s", ""));
        } catch (SQLException e) {
            return Optional.empty(); // the other kind of server
        }
    }

    private static DataStoreException unknown(LoadException e) {
        return new DataStoreException("The position of the committed transactions is unknown: " + e.getMessage(), e);
    }
}
