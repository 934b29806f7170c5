package org.speedwell.accelerator.replication;

import static java.util.Objects.requireNonNull;

import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.binlog.BinlogException;
import org.speedwell.accelerator.database.BinlogStatus;
import org.speedwell.accelerator.database.LoadConnection;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.database.UnreachableException;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.LoadReport;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Versions;
import org.speedwell.accelerator.types.DriverConversions;

/**
 * The follower of one database: it keeps the tables in memory equal to the database. It reads the binlog from the
 * position of a version on, applies whole transactions in commit order, and publishes one version after another.
 *
 * <p>The position of a version may be a little before its moment, but never after it. Changes that the version already
 * contains are applied once more. This does no harm, because rows are replaced by primary key. Nothing is published
 * until the follower has passed the end that the binlog had at the beginning.
 */
public final class Replicator implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Replicator.class.getName());

    /**
     * The shortest time from the first waiting transaction to the next version, while more transactions are waiting.
     */
    private static final long BATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /**
     * The time that must pass after the last version, and after the last merge of a column, before a column is merged.
     */
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The shortest time between versions while replaced versions do not return their memory fast enough. */
    private static final long CROWDED_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** The first wait after a failure. */
    private static final long FIRST_FAILURE_MILLIS = 100;

    /** The time after which a failure counts as a first one again. */
    private static final long CALM_NANOS = TimeUnit.MINUTES.toNanos(5);

    /** The longest time between two attempts to reload the stopped tables. */
    private static final long RESUME_NANOS = TimeUnit.HOURS.toNanos(1);

    /** The reason to report when there is no memory to create a better one. */
    private static final String FAILED = "The changes of the database could not be applied; the log says why.";

    private final Versions versions;
    private final BiConsumer<Snapshot, Position> onReached;
    private final ReplicationSource source;
    private final ReplicationSettings settings;
    private final DriverConversions server;
    private final ServerClock clock;
    private final ReplicationProgress progress;
    private final Reloads reloads;
    private final AppliedBinlog applied;
    private final ReplicatedTables tables;
    private final Thread thread =
            Thread.ofPlatform().name("speedwell-follow").daemon().unstarted(this::run);

    private final Queue<ReloadRequest> pendingReloads = new ConcurrentLinkedQueue<>();

    /** The requested tables that were reloaded but are not yet in a published version. */
    private final List<ReloadRequest> unpublishedReloads = new ArrayList<>();

    private final BlockingQueue<TableId<?>> reloaded = new LinkedBlockingQueue<>();

    private final Queue<Rendezvous> pendingRendezvous = new ConcurrentLinkedQueue<>();

    /** The current rendezvous; the next field is its position. */
    private @Nullable Rendezvous rendezvous;

    private @Nullable Position rendezvousPosition;

    /** The last published version; before the first one, the version from which replication began. */
    private Snapshot latest;

    private LoadReport report;
    private Instant committedAt;

    /** The same time by this machine's clock. */
    private Instant since;

    /** The time of the last entry that was taken, by this machine's clock. */
    private Instant takenUntil;

    private final Map<TableId<?>, Instant> staleSince = new HashMap<>();

    /** True if the server had nothing after the last entry that this follower took. */
    private boolean wasCaughtUp;

    /** The time of the last such report, by {@link System#nanoTime}. */
    private long lastReportNanos;

    private long waiting;
    private long firstWaiting;
    private long earliestPublishNanos;
    private long failedAt = System.nanoTime() - CALM_NANOS - 1;
    private long failureWait;

    /** The stopped tables. The next fields are the time of their next reload and the time between two attempts. */
    private Set<TableId<?>> tablesToResume = Set.of();

    private long resumeAt = System.nanoTime() - CALM_NANOS - 1;
    private long resumeWait;
    private long transactions;
    private long published;

    /** True if the follower has passed the position to reach before publishing, and published nothing since. */
    private boolean isReleased;

    private volatile ChangeFeed feed;
    private volatile boolean closed;

    /** A request to reload a table. */
    private record ReloadRequest(TableId<?> table, CompletableFuture<Void> done) {}

    /**
     * Connects to the database and compares its tables with the tables of a version. Reads and publishes nothing before
     * {@link #start}.
     *
     * @param from a version with a position
     * @param onReached receives each position that the follower reaches, with the version that has exactly its rows; must
     * not throw
     * @throws UnreachableException if the database cannot be reached for now
     * @throws LoadException if the database cannot be followed; the message says why, and what to do
     */
    public static Replicator connect(
            Versions versions,
            Snapshot from,
            List<TableModel<?>> models,
            ReplicationSource source,
            ReplicationSettings settings,
            BiConsumer<Snapshot, Position> onReached)
            throws LoadException {
        DriverConversions server = new DriverConversions(source::connect);
        try (LoadConnection connection = source.connect()) {
            settings.feeds()
                    .require(
                            models,
                            connection.jdbc()); // it reports what is missing; a missing position may be one result
            Position position = position(from);
            ServerClock clock = ServerClock.of(connection.jdbc());
            Replicator follower =
                    new Replicator(versions, from, position, models, source, server, settings, clock, onReached);
            Position end = BinlogStatus.highMark(connection.jdbc());
            follower.applied.hold(end);
            follower.tables.mayContain(position, end);
            follower.release();
            return follower;
        } catch (UnreachableException e) {
            throw e;
        } catch (LoadException e) {
            throw UnreachableException.of(requireNonNull(e.getMessage()), e);
        } catch (SQLException e) {
            throw UnreachableException.of("The database cannot be followed: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LoadException("Interrupted before the database could be followed.", e);
        }
    }

    /** Starts to read and to publish. */
    public void start() {
        try {
            feed.start();
            thread.start();
        } catch (Throwable e) { // there is no memory for another thread
            progress.end();
            feed.close();
            throw e;
        }
    }

    private Replicator(
            Versions versions,
            Snapshot from,
            Position position,
            List<TableModel<?>> models,
            ReplicationSource source,
            DriverConversions server,
            ReplicationSettings settings,
            ServerClock clock,
            BiConsumer<Snapshot, Position> onReached)
            throws LoadException, SQLException, InterruptedException {
        this.versions = versions;
        this.onReached = onReached;
        this.source = source;
        this.settings = settings;
        this.server = server;
        this.clock = clock;
        this.latest = from;
        this.report = from.report();
        this.committedAt = from.takenAt();
        this.since = committedAt;
        this.takenUntil = committedAt;
        this.progress = new ReplicationProgress(position, committedAt);
        this.reloads = new Reloads(source, settings, progress);
        this.applied = new AppliedBinlog(position);
        this.tables =
                ReplicatedTables.of(from, models, source, server, versions.budget(), reloads, applied, this::reloaded);
        this.feed = newFeed(position);
    }

    private static Position position(Snapshot from) throws LoadException {
        return from.position()
                .orElseThrow(() -> new LoadException(
                        "The version in memory has no binlog position, so it cannot be followed. Load it"
                                + " from a server with a binlog, as a user with REPLICATION CLIENT, and not"
                                + " withoutTransaction."));
    }

    private ChangeFeed newFeed(Position from) {
        return settings.feeds().open(source, settings, from, tables::follows, progress::connection);
    }

    /** Returns whether everything before {@code other} is also before {@code one}, a position of the same servers. */
    public static boolean covers(Position one, Position other) {
        return new BinlogProgress(one).covers(other);
    }

    /** Returns the status. For any thread. */
    public FollowStatus status() {
        return progress.status(feed.silence().orElse(null));
    }

    /** Returns whether replication has stopped. For any thread. */
    public boolean isStopped() {
        return progress.isStopped();
    }

    /** Returns the progress, which also takes the results of comparisons. For any thread. */
    public ReplicationProgress progress() {
        return progress;
    }

    /**
     * Reloads a table, and waits until new streams show it. For any thread.
     *
     * @return whether the database is still followed
     * @throws LoadException if the table cannot be loaded
     */
    public boolean reload(TableId<?> table) throws LoadException, InterruptedException {
        ReloadRequest request = new ReloadRequest(table, new CompletableFuture<>());
        pendingReloads.add(request);
        if (isStopped()) {
            return false;
        }
        try {
            request.done.get();
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof LoadException reason) {
                throw reason;
            }
            return false;
        }
    }

    /**
     * Waits for a table that was reloaded, and returns each reload once. For any thread.
     *
     * @return null if there is none within the timeout
     */
    public @Nullable TableId<?> reloaded(Duration timeout) throws InterruptedException {
        return reloaded.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Requests a version at a position. The follower pauses as soon as no reload is running. For any thread. */
    public Rendezvous rendezvous() {
        Rendezvous requested = new Rendezvous();
        pendingRendezvous.add(requested);
        if (isStopped()) {
            requested.close();
        }
        return requested;
    }

    /**
     * Creates a second reader of this follower's binlog. For any thread.
     *
     * @return null if replication has stopped, or follows another database
     */
    @Nullable
    public BinlogTap tap(ReplicationSource of, BiPredicate<String, String> ofTables) {
        return isStopped() || !of.database().equals(source.database()) ? null : feed.tap(ofTables);
    }

    /** Pauses for the next rendezvous. */
    private void pauseForRendezvous() throws InterruptedException {
        Rendezvous next = pendingRendezvous.poll();
        if (next != null) {
            rendezvous = next; // which is notified if replication ends meanwhile
            rendezvousPosition = next.pause();
            completeRendezvous();
        }
    }

    /** Completes the rendezvous if its position is reached. */
    private void completeRendezvous() throws InterruptedException {
        Rendezvous current = rendezvous;
        Position at = rendezvousPosition;
        if (current == null) {
            return;
        }
        if (at == null || applied.isHeld() || current.isOver()) {
            current.deliver(null);
            rendezvous = null;
        } else if (applied.reached().covers(at)) {
            if (waiting > 0 || isChanged()) {
                flush();
            }
            current.deliver(!applied.isHeld() && covers(at, applied.reached().position()) ? latest : null);
            rendezvous = null;
        }
    }

    private void reload(ReloadRequest request) throws InterruptedException {
        try {
            tables.reload(request.table);
            unpublishedReloads.add(request);
        } catch (LoadException e) {
            request.done.completeExceptionally(e);
        } catch (LateReloadException e) {
            unpublishedReloads.add(request); // it is reloaded with all the others
            throw e;
        } catch (Throwable e) {
            request.done.completeExceptionally(
                    new LoadException("Table " + request.table + " could not be reloaded: " + e, e));
            throw e;
        }
    }

    private void run() {
        Throwable failure = null;
        try {
            while (!closed) {
                try {
                    if (failure == null) {
                        stepOrReload();
                    } else {
                        recover(failure);
                        failure = null;
                    }
                } catch (InterruptedException e) {
                    throw e;
                } catch (Throwable e) { // any failure: tables may now hold a part of a transaction
                    failure = e;
                }
            }
        } catch (InterruptedException e) {
            // closed
        } catch (Throwable e) {
            progress.problem("Replication has ended: " + e);
            LOG.log(
                    System.Logger.Level.ERROR,
                    "The database is no longer followed. Streams continue to read the last version.",
                    e);
        } finally {
            progress.end();
            if (rendezvous != null) {
                rendezvous.close();
            }
            pendingRendezvous.forEach(Rendezvous::close);
            unpublishedReloads.addAll(pendingReloads);
            unpublishedReloads.forEach(
                    request -> request.done.completeExceptionally(new IllegalStateException("Replication has ended.")));
        }
    }

    /** Reloads all tables after a failure of any kind. It waits first, longer each time. */
    private void recover(Throwable failure) throws InterruptedException {
        progress.reloading(FAILED); // this takes no memory; the next steps may fail
        long now = System.nanoTime();
        failureWait = now - failedAt > CALM_NANOS
                ? FIRST_FAILURE_MILLIS
                : Math.min(2 * failureWait, settings.retry().toMillis());
        failedAt = now;
        Thread.sleep(failureWait);
        LOG.log(System.Logger.Level.ERROR, "The changes of the database could not be applied", failure);
        reloadAll("The changes of the database could not be applied: " + FailureText.of(failure));
    }

    private void stepOrReload() throws InterruptedException {
        try {
            step();
        } catch (LateReloadException e) {
            reloadAll(requireNonNull(e.getMessage()));
        }
    }

    private void step() throws InterruptedException {
        for (ReloadRequest request = pendingReloads.poll(); request != null; request = pendingReloads.poll()) {
            reload(request);
        }
        EntryQueue queue = feed.queue();
        boolean isLast = feed.isEnded(); // must be read before the queue
        boolean mayPublish = waiting > 0 && !applied.isHeld();
        EntryQueue.Item item = queue.poll(mayPublish ? untilPublished() : IDLE_NANOS);
        if (item != null) {
            BinlogException end = item.end();
            if (end != null) {
                flush();
                reloadAll(requireNonNull(end.getMessage()));
                return;
            }
            take(requireNonNull(item.entry()), item.arrived());
            resume(); // the server has just sent something
        }
        if (item == null && isLast) {
            throw new IllegalStateException("The thread that reads the binlog has ended.");
        }
        if (item == null && isQuiet()) {
            tables.defragment(() -> queue.isEmpty() && !closed);
        }
        release(); // a reload may end at entries that were applied before it, so that no later entry releases the hold
        if (rendezvous != null) {
            completeRendezvous();
        } else if (!applied.isHeld()) {
            pauseForRendezvous();
        }
        boolean isDue = queue.isEmpty() || System.nanoTime() - firstWaiting > BATCH_NANOS;
        if (!applied.isHeld() && (waiting > 0 || isChanged()) && isDue && untilPublished() <= 0) {
            flush();
        }
    }

    /** Reloads stopped tables from time to time, because they may fit again. It waits longer each time. */
    private void resume() throws InterruptedException {
        if (!tables.isAnyStopped()) {
            tablesToResume = Set.of();
            return;
        }
        Set<TableId<?>> stopped = tables.stoppedTables();
        long now = System.nanoTime();
        if (!stopped.equals(tablesToResume)) {
            tablesToResume = stopped;
            resumeWait = now - resumeAt > CALM_NANOS ? settings.retry().toNanos() : resumeWait;
            resumeAt = now + resumeWait;
        } else if (now - resumeAt >= 0 && !applied.isHeld()) {
            tables.resume();
            resumeWait = Math.min(2 * resumeWait, RESUME_NANOS);
            resumeAt = System.nanoTime() + resumeWait;
        }
    }

    /** Returns whether nothing has changed for long enough to merge the pieces of scattered columns. */
    private boolean isQuiet() {
        return waiting == 0
                && rendezvous == null
                && !isChanged()
                && !applied.isHeld()
                && System.nanoTime() - earliestPublishNanos > QUIET_NANOS;
    }

    private boolean isChanged() {
        return isReleased || tables.isChanged();
    }

    /**
     * Returns the nanoseconds until the next version may be made. The pause equals the time that the last version took,
     * so that versions take half of the thread's time at most.
     */
    private long untilPublished() {
        return earliestPublishNanos - System.nanoTime();
    }

    private void take(BinlogEntry entry, long arrived) throws InterruptedException {
        wasCaughtUp = entry instanceof BinlogEntry.Heartbeat;
        takenUntil = clock.here(entry.at());
        if (wasCaughtUp) {
            lastReportNanos = arrived;
            applied.idle(arrived);
        }
        if (applied.reached().has(entry.end())) {
            switch (entry) {
                case BinlogEntry.Transaction known -> known.rows().close();
                case BinlogEntry.Heartbeat _ -> idle();
                case BinlogEntry.Statement _ -> {}
            }
            return;
        }
        switch (entry) {
            case BinlogEntry.Heartbeat _ -> {
                if (waiting == 0) {
                    applied.reached().advance(entry.end());
                    idle();
                }
                return;
            }
            case BinlogEntry.Transaction transaction -> {
                begin(arrived);
                try {
                    transaction.rows().read(event -> tables.apply(event, transaction.end()));
                } catch (UncheckedIOException e) {
                    if (closed) {
                        throw new InterruptedException();
                    }
                    reloadAll(e.getMessage() + ": " + e.getCause());
                    return;
                }
                transactions++;
                committedAt = transaction.at();
                since = clock.here(committedAt);
            }
            case BinlogEntry.Statement statement -> {
                begin(arrived);
                tables.apply(statement);
            }
        }
        applied.reached().advance(entry.end());
        tables.advanced();
        release();
    }

    /** Handles a report that the server has nothing more. */
    private void idle() {
        if (waiting == 0) {
            release();
            if (!isChanged()) {
                publishProgress();
            }
        }
    }

    private void begin(long arrived) {
        if (waiting++ == 0) {
            firstWaiting = arrived;
            progress.markBehind();
        }
    }

    private void release() {
        if (applied.release()) {
            isReleased = true;
            tables.passedAllLoads();
        }
    }

    /** Reloads all tables because the binlog cannot be read on, and continues from their position. */
    private void reloadAll(String reason) throws InterruptedException {
        feed.close();
        Snapshot loaded = tables.reloadAll(reason);
        report = new LoadReport(
                loaded.report().badValues(),
                report.tablesNotLoaded(), // a followed table that could not be loaded is stopped
                report.parts());
        waiting = 0; // the load contains the waiting transactions, or the feed reads them again
        feed = newFeed(loaded.position().orElseThrow());
        feed.start();
    }

    /** Keeps a table for {@link #reloaded(Duration)}, once. */
    private void reloaded(TableId<?> table) {
        if (!reloaded.contains(table)) {
            reloaded.add(table);
        }
    }

    /** Makes versions of the changed tables, and publishes them unless the hold forbids it. */
    private void flush() throws InterruptedException {
        VersionEvent event = new VersionEvent();
        event.begin();
        long began = System.nanoTime();
        Position decided = applied.reached().decided();
        List<TableStore<?>> stores = tables.versions(latest.tables());
        if (!applied.isHeld() && isChanged()) {
            Snapshot.Exact exact = new Snapshot.Exact(applied.reached().position(), tables.exact());
            latest = versions.publish(new Snapshot(versions.last() + 1, committedAt, decided, stores, report, exact));
            published++;
            isReleased = false;
            tables.markPublished();
            event.end();
            if (event.shouldCommit()) {
                event.version = versions.last();
                event.transactions = waiting;
                event.position = applied.reached().position().toString();
                event.formerBytes = versions.formerBytes();
                event.commit();
            }
        }
        waiting = 0;
        publishProgress();
        long now = System.nanoTime();
        earliestPublishNanos = now + (versions.isCrowded() ? CROWDED_NANOS : now - began);
    }

    private void publishProgress() {
        if (!applied.isHeld()) {
            progress.show(
                    new ReplicationProgress.Shown(
                            applied.reached().position(),
                            committedAt,
                            since,
                            transactions,
                            tables.rowsChanged(),
                            published,
                            reloads.count(),
                            stopped()),
                    wasCaughtUp && feed.queue().isEmpty() ? OptionalLong.of(lastReportNanos) : OptionalLong.empty());
            onReached.accept(latest, applied.reached().position());
            unpublishedReloads.forEach(this::finish);
            unpublishedReloads.clear();
        }
    }

    /** Notifies the requester of a reload that new streams show the table, or why they do not. */
    private void finish(ReloadRequest request) {
        String reason = tables.reasonStopped(request.table);
        if (reason == null) {
            request.done.complete(null);
        } else {
            request.done.completeExceptionally(new LoadException(reason));
        }
    }

    /**
     * Returns the stopped tables. The time until which a table was followed is the time of the entry at which it
     * stopped.
     */
    private Map<TableId<?>, ReplicationProgress.StoppedTable> stopped() {
        Map<TableId<?>, ReplicationProgress.StoppedTable> stopped = new HashMap<>();
        for (TableId<?> table : tables.stoppedTables()) {
            stopped.put(
                    table,
                    new ReplicationProgress.StoppedTable(
                            requireNonNull(tables.name(table)),
                            requireNonNull(tables.reasonStopped(table)),
                            staleSince.computeIfAbsent(table, _ -> takenUntil)));
        }
        staleSince.keySet().retainAll(stopped.keySet());
        return Map.copyOf(stopped);
    }

    /** Stops replication, and waits until its thread has ended. The last version stays. */
    @Override
    public void close() {
        closed = true;
        reloads.close();
        ChangeFeed reading = feed;
        FeedThread.end(thread);
        reading.close();
        feed.close(); // which may be another feed by now
        server.close();
    }
}
