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

    private final Queue<Asked> toReload = new ConcurrentLinkedQueue<>();

    /** The requested tables that were reloaded but are not yet in a published version. */
    private final List<Asked> toShow = new ArrayList<>();

    private final BlockingQueue<TableId<?>> reloaded = new LinkedBlockingQueue<>();

    private final Queue<Rendezvous> toMeet = new ConcurrentLinkedQueue<>();

    /** The current rendezvous; the next field is its position. */
    private @Nullable Rendezvous meeting;

    private @Nullable Position meetingAt;

    /** The last published version; before the first one, the version from which replication began. */
    private Snapshot latest;

    private LoadReport report;
    private Instant committedAt;

    /** The same time by this machine's clock. */
    private Instant since;

    /** The time of the last entry that was taken, by this machine's clock. */
    private Instant takenUntil;

    private final Map<TableId<?>, Instant> staleSince = new HashMap<>();

    /** Whether the server had nothing after the last entry that was taken. */
    private boolean hadAll;

    /** The time of the last such report, by {@link System#nanoTime}. */
    private long allHeardAt;

    private long waiting;
    private long firstWaiting;
    private long notBefore;
    private long failedAt = System.nanoTime() - CALM_NANOS - 1;
    private long failureWait;

    /** The stopped tables. The next fields are the time of their next reload and the time between two attempts. */
    private Set<TableId<?>> toResume = Set.of();

    private long resumeAt = System.nanoTime() - CALM_NANOS - 1;
    private long resumeWait;
    private long transactions;
    private long published;

    /** Whether the hold has ended since the last version: the position to reach before publishing is passed. */
    private boolean isReleased;

    private volatile BinlogFeed feed;
    private volatile boolean closed;

    /** A request to reload a table. */
    private record Asked(TableId<?> table, CompletableFuture<Void> done) {}

    /**
     * Connects to the database and compares its tables with the tables of a version. Reads and publishes nothing before
     * {@link #start}.
     *
     * @param from a version with a position
     * @throws UnreachableException if the database cannot be reached for now
     * @throws LoadException if the database cannot be followed; the message says why, and what to do
     */
    public static Replicator connect(
            Versions versions,
            Snapshot from,
            List<TableModel<?>> models,
            ReplicationSource source,
            ReplicationSettings settings)
            throws LoadException {
        DriverConversions server = new DriverConversions(source::connect);
        try (LoadConnection connection = source.connect()) {
            BinlogCheck.require(connection.jdbc()); // it reports what is missing; a missing position may be one result
            Position position = position(from);
            ServerClock clock = ServerClock.of(connection.jdbc());
            Replicator follower = new Replicator(versions, from, position, models, source, server, settings, clock);
            follower.applied.hold(BinlogStatus.highMark(connection.jdbc()));
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
            ServerClock clock)
            throws LoadException, SQLException, InterruptedException {
        this.versions = versions;
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
                .orElseThrow(
                        () -> new LoadException(
                                "The version in memory has no position in the binlog from which it could be followed. Load it from a"
                                        + " server whose binlog is on, by a user with REPLICATION CLIENT, and not withoutTransaction."));
    }

    private BinlogFeed newFeed(Position from) {
        return new BinlogFeed(source, settings, from, tables::follows, progress::connection);
    }

    /** Returns whether everything before {@code other} is also before {@code one}, a position of the same servers. */
    public static boolean covers(Position one, Position other) {
        return new BinlogProgress(one).covers(other);
    }

    /** Returns the status. For any thread. */
    public FollowStatus status() {
        return progress.status(feed.silence()
                .map(time -> "The server has sent no whole event of its binlog for %d ms.".formatted(time.toMillis()))
                .orElse(null));
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
        Asked asked = new Asked(table, new CompletableFuture<>());
        toReload.add(asked);
        if (isStopped()) {
            return false;
        }
        try {
            asked.done.get();
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

    /** Requests a version at a position. The follower stands still as soon as no reload is running. For any thread. */
    public Rendezvous rendezvous() {
        Rendezvous asked = new Rendezvous();
        toMeet.add(asked);
        if (isStopped()) {
            asked.close();
        }
        return asked;
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

    /** Stands still for the next rendezvous. */
    private void stand() throws InterruptedException {
        Rendezvous next = toMeet.poll();
        if (next != null) {
            meeting = next; // which is notified if replication ends meanwhile
            meetingAt = next.stand();
            meet();
        }
    }

    /** Completes the rendezvous if its position is reached. */
    private void meet() throws InterruptedException {
        Rendezvous who = meeting;
        Position at = meetingAt;
        if (who == null) {
            return;
        }
        if (at == null || applied.isHeld() || who.isOver()) {
            who.arrive(null);
            meeting = null;
        } else if (applied.reached().covers(at)) {
            if (waiting > 0 || isChanged()) {
                flush();
            }
            who.arrive(!applied.isHeld() && covers(at, applied.reached().position()) ? latest : null);
            meeting = null;
        }
    }

    private void reload(Asked asked) throws InterruptedException {
        try {
            tables.reload(asked.table);
            toShow.add(asked);
        } catch (LoadException e) {
            asked.done.completeExceptionally(e);
        } catch (LateReloadException e) {
            toShow.add(asked); // it is reloaded with all the others
            throw e;
        } catch (Throwable e) {
            asked.done.completeExceptionally(new LoadException("Table " + asked.table + " was not loaded: " + e, e));
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
            progress.problem("It has ended: " + e);
            LOG.log(
                    System.Logger.Level.ERROR,
                    "The database is followed no longer; the last version goes on being served",
                    e);
        } finally {
            progress.end();
            if (meeting != null) {
                meeting.close();
            }
            toMeet.forEach(Rendezvous::close);
            toShow.addAll(toReload);
            toShow.forEach(
                    asked -> asked.done.completeExceptionally(new IllegalStateException("The following has ended.")));
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
        for (Asked asked = toReload.poll(); asked != null; asked = toReload.poll()) {
            reload(asked);
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
            tables.fold(() -> queue.isEmpty() && !closed);
        }
        release(); // a reload may end at entries that were applied before it, so that no later entry releases the hold
        if (meeting != null) {
            meet();
        } else if (!applied.isHeld()) {
            stand();
        }
        boolean isDue = queue.isEmpty() || System.nanoTime() - firstWaiting > BATCH_NANOS;
        if (!applied.isHeld() && (waiting > 0 || isChanged()) && isDue && untilPublished() <= 0) {
            flush();
        }
    }

    /** Reloads stopped tables from time to time, because they may fit again. It waits longer each time. */
    private void resume() throws InterruptedException {
        if (!tables.isAnyStopped()) {
            toResume = Set.of();
            return;
        }
        Set<TableId<?>> stopped = tables.stoppedTables();
        long now = System.nanoTime();
        if (!stopped.equals(toResume)) {
            toResume = stopped;
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
                && meeting == null
                && !isChanged()
                && !applied.isHeld()
                && System.nanoTime() - notBefore > QUIET_NANOS;
    }

    private boolean isChanged() {
        return isReleased || tables.isChanged();
    }

    /**
     * Returns the nanoseconds until the next version may be made. The pause equals the time that the last version took,
     * so that versions take half of the thread's time at most.
     */
    private long untilPublished() {
        return notBefore - System.nanoTime();
    }

    private void take(BinlogEntry entry, long arrived) throws InterruptedException {
        hadAll = entry instanceof BinlogEntry.Heartbeat;
        takenUntil = clock.here(entry.at());
        if (hadAll) {
            allHeardAt = arrived;
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
                tell();
            }
        }
    }

    private void begin(long arrived) {
        if (waiting++ == 0) {
            firstWaiting = arrived;
            progress.behind();
        }
    }

    private void release() {
        isReleased |= applied.release();
    }

    /** Reloads all tables because the binlog cannot be read on, and continues from their position. */
    private void reloadAll(String reason) throws InterruptedException {
        feed.close();
        Snapshot loaded = tables.reloadAll(reason);
        report = new LoadReport(
                loaded.report().badValues(),
                report.tablesNotLoaded(), // a followed table that could not be loaded is stopped
                report.parts());
        waiting = 0; // the tables contain the transactions taken before, or these are read again
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
            tables.shown();
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
        tell();
        long now = System.nanoTime();
        notBefore = now + (versions.isCrowded() ? CROWDED_NANOS : now - began);
    }

    private void tell() {
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
                            tables.stopped(),
                            staleSince()),
                    hadAll && feed.queue().isEmpty() ? OptionalLong.of(allHeardAt) : OptionalLong.empty());
            toShow.forEach(this::finish);
            toShow.clear();
        }
    }

    /** Notifies the requester of a reload that new streams show the table, or why they do not. */
    private void finish(Asked asked) {
        String reason = tables.reasonStopped(asked.table);
        if (reason == null) {
            asked.done.complete(null);
        } else {
            asked.done.completeExceptionally(new LoadException(reason));
        }
    }

    /**
     * Returns the stopped tables, and the time until which each was followed: the time of the entry at which it
     * stopped.
     */
    private Map<TableId<?>, Instant> staleSince() {
        Set<TableId<?>> stopped = tables.stoppedTables();
        staleSince.keySet().retainAll(stopped);
        stopped.forEach(table -> staleSince.putIfAbsent(table, takenUntil));
        return Map.copyOf(staleSince);
    }

    /** Stops replication, and waits until its thread has ended. The last version stays. */
    @Override
    public void close() {
        closed = true;
        reloads.close();
        BinlogFeed reading = feed;
        BinlogFeed.end(thread);
        reading.close();
        feed.close(); // which may be another feed by now
        server.close();
    }
}
