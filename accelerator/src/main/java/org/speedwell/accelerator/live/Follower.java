package org.speedwell.accelerator.live;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.core.manager.Manager;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.binlog.BinlogException;
import org.speedwell.accelerator.binlog.RowsEvent;
import org.speedwell.accelerator.live.FollowState.Phase;
import org.speedwell.accelerator.load.Binlog;
import org.speedwell.accelerator.load.LoadException;
import org.speedwell.accelerator.load.TableException;
import org.speedwell.accelerator.load.TableModel;
import org.speedwell.accelerator.store.BinlogPosition;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Versions;

/**
 * Keeps the tables in memory as the database has them: reads its binlog from the position of a version on, applies whole
 * transactions in the order of their commits, and publishes version after version.
 *
 * <p>A position may be a little before the moment of the version that it comes with, never behind it. What the version has
 * already is applied once more, which does no harm as rows are replaced by primary key, and nothing is published until the
 * end that the binlog had at the beginning has been passed.
 */
public final class Follower implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Follower.class.getName());

    /** As long as transactions wait, a version is not published sooner than so long after the first of them. */
    private static final long BATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** Statements that change nothing that is in memory, whatever they name. */
    private static final Pattern HARMLESS = Pattern.compile(
            "(CREATE|ALTER|DROP)\\s+(OR\\s+REPLACE\\s+)?(USER|ROLE|VIEW|TRIGGER|PROCEDURE|FUNCTION|EVENT|DEFINER|ALGORITHM|SQL)\\b.*"
                    + "|(GRANT|REVOKE|ANALYZE|OPTIMIZE|CHECK|FLUSH|SET)\\b.*|CREATE\\s+TEMPORARY\\b.*|DROP\\s+TEMPORARY\\b.*",
            Pattern.DOTALL);

    /** Statements after which a table may be the same, if the catalogue says so. */
    private static final Pattern PERHAPS_HARMLESS =
            Pattern.compile("(ALTER\\s+TABLE|CREATE\\s+(\\w+\\s+)?INDEX|DROP\\s+INDEX)\\b.*", Pattern.DOTALL);

    private static final Pattern MOVES_ROWS =
            Pattern.compile(".*\\b(RENAME|PARTITION|TABLESPACE|ORDER\\s+BY|CONVERT)\\b.*", Pattern.DOTALL);

    private final Versions versions;
    private final FollowSource source;
    private final FollowSettings settings;
    private final Map<String, FollowedTable<?>> tables = new LinkedHashMap<>();
    private final Map<String, String> stopped = new LinkedHashMap<>();

    /** Tables that were loaded anew: where the binlog ended after that. */
    private final Map<String, BinlogPosition> reloadedIn = new LinkedHashMap<>();

    private final ServerValues server;
    private final Thread thread =
            Thread.ofPlatform().name("speedwell-follow").daemon().unstarted(this::run);
    private final Object change = new Object();

    private final Queue<Asked> toReload = new ConcurrentLinkedQueue<>();

    /** Tables that were asked for anew and are not in a version yet. */
    private final List<Asked> shown = new ArrayList<>();

    private Snapshot base;
    private Reached reached;
    private BinlogPosition decided;

    /** Nothing is published before this has been passed; null once it was. */
    private @Nullable BinlogPosition hold;

    private Cascades cascades = new Cascades(Map.of(), Map.of());
    private @Nullable BinlogFeed feed;
    private Instant committedAt;
    private long waiting;
    private long firstWaiting;
    private long lastMade;
    private long transactions;
    private long published;
    private long reloads;
    private boolean isChanged;
    private boolean isDecided = true;
    private volatile @Nullable String problem;
    private volatile @Nullable String connectionProblem;
    private volatile Phase phase = Phase.CATCHING_UP;
    private volatile FollowState state;
    private volatile boolean isCaughtUp;
    private volatile boolean closed;

    /**
     * Follows on from a version.
     *
     * @param from with a position
     * @throws LoadException if the database cannot be followed; the message says why, and what to do
     */
    public static Follower start(
            Versions versions, Snapshot from, List<Manager<?>> managers, FollowSource source, FollowSettings settings)
            throws LoadException {
        try (Connection connection = source.connect()) {
            BinlogCheck.require(connection);
            Follower follower = new Follower(versions, from, source, settings);
            follower.addTables(managers, connection);
            follower.cascades = new Cascades(ForeignKey.of(connection), follower.tables);
            follower.hold = end(connection);
            follower.release();
            follower.feed = follower.newFeed(follower.decided);
            follower.thread.start();
            return follower;
        } catch (SQLException e) {
            throw new LoadException("The database cannot be followed: " + e.getMessage(), e);
        }
    }

    private Follower(Versions versions, Snapshot from, FollowSource source, FollowSettings settings)
            throws LoadException {
        this.versions = versions;
        this.source = source;
        this.settings = settings;
        this.base = from;
        this.decided = from.position()
                .orElseThrow(
                        () -> new LoadException(
                                "The version in memory has no position in the binlog from which it could be followed. Load it from a"
                                        + " server whose binlog is on, by a user with REPLICATION CLIENT, and not withoutTransaction."));
        this.reached = new Reached(decided);
        this.committedAt = from.takenAt();
        this.server = new ServerValues(source::connect);
        this.state = new FollowState(phase, decided, committedAt, null, 0, 0, 0, 0, Map.of());
    }

    private void addTables(List<Manager<?>> managers, Connection connection) throws LoadException {
        for (Manager<?> manager : managers) {
            addTable(manager, connection);
        }
    }

    private <E> void addTable(Manager<E> manager, Connection connection) throws LoadException {
        TableStore<E> store = base.table(manager.getTableIdentifier());
        if (store != null) {
            TableModel<E> model = source.model(manager);
            tables.put(
                    ForeignKey.name(model.schemaName(), model.tableName()),
                    new FollowedTable<>(source.columns(model, connection), server, store, versions.budget()));
        }
    }

    private static BinlogPosition end(Connection connection) throws LoadException {
        return Binlog.currentPosition(connection)
                .map(end -> Binlog.withGtids(end, connection))
                .orElseThrow(() -> new LoadException("The server does not tell the end of its binlog."));
    }

    private BinlogFeed newFeed(BinlogPosition from) {
        BinlogFeed made = new BinlogFeed(
                source,
                settings,
                from,
                (schema, table) -> isFollowed(ForeignKey.name(schema, table)),
                reason -> connectionProblem = reason);
        made.start();
        return made;
    }

    private boolean isFollowed(String table) {
        return tables.containsKey(table) || cascades.needs(table);
    }

    /** Whether all that is before one position is before another one of the same servers too. */
    public static boolean covers(BinlogPosition one, BinlogPosition other) {
        return new Reached(one).covers(other);
    }

    /** How far it is. For any thread. */
    public FollowState state() {
        FollowState now = state;
        String noConnection = connectionProblem;
        String reason = noConnection == null ? problem : noConnection;
        Phase doing =
                noConnection != null && phase != Phase.STOPPED && phase != Phase.RELOADING ? Phase.DISCONNECTED : phase;
        return new FollowState(
                doing,
                now.position(),
                now.committedAt(),
                reason,
                now.transactions(),
                now.rows(),
                now.versions(),
                now.reloads(),
                now.stopped());
    }

    /**
     * How old what new streams show may be at most: the time since the server was last known to have nothing more, or, while
     * there is more, since what was committed last of what they show. For any thread.
     */
    public Duration age() {
        BinlogFeed now = feed;
        if (isCaughtUp && now != null) {
            return Duration.ofNanos(Math.max(0, System.nanoTime() - now.heard()));
        }
        Duration sinceCommit = Duration.between(state.committedAt(), Instant.now());
        return sinceCommit.isNegative() ? Duration.ZERO : sinceCommit;
    }

    /**
     * Waits until new streams show all that is before a position. For any thread.
     *
     * @return whether they do; not if it takes longer than the timeout, or if nothing is followed any more
     */
    public boolean await(BinlogPosition position, Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        synchronized (change) {
            while (phase != Phase.STOPPED) {
                if (new Reached(state.position()).covers(position)) {
                    return true;
                }
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(change, left);
            }
            return false;
        }
    }

    /**
     * Loads a table anew, and waits until new streams show it. For any thread.
     *
     * @return whether anything is followed still
     * @throws LoadException if it cannot be loaded
     */
    public boolean reload(Manager<?> manager) throws LoadException, InterruptedException {
        Asked asked = new Asked(manager, new CompletableFuture<>());
        toReload.add(asked);
        if (phase == Phase.STOPPED) {
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

    /** A table that somebody wants anew. */
    private record Asked(Manager<?> manager, CompletableFuture<Void> done) {}

    private void reloadAsked(Asked asked) throws InterruptedException {
        for (Map.Entry<String, FollowedTable<?>> table : tables.entrySet()) {
            if (table.getValue().model().manager() == asked.manager) {
                reloadedIn.remove(table.getKey());
                reload(table.getKey(), "Table " + table.getValue().model() + " was asked for anew.");
                String reason = stopped.get(table.getKey());
                if (reason != null) {
                    asked.done.completeExceptionally(new LoadException(reason));
                    return;
                }
            }
        }
        shown.add(asked);
    }

    private void run() {
        try {
            while (!closed) {
                step();
            }
        } catch (InterruptedException e) {
            // closed
        } catch (Throwable e) {
            problem = "It has ended: " + e;
            LOG.log(
                    System.Logger.Level.ERROR,
                    "The database is followed no longer; the last version goes on being served",
                    e);
        } finally {
            synchronized (change) {
                phase = Phase.STOPPED;
                isCaughtUp = false;
                change.notifyAll();
            }
            shown.addAll(toReload);
            shown.forEach(
                    asked -> asked.done.completeExceptionally(new IllegalStateException("The following has ended.")));
        }
    }

    private void step() throws InterruptedException {
        for (Asked asked = toReload.poll(); asked != null; asked = toReload.poll()) {
            reloadAsked(asked);
        }
        BinlogFeed from = requireNonNull(feed);
        EntryQueue.Item item = from.queue().poll(waiting > 0 ? untilPublished() : IDLE_NANOS);
        if (item != null) {
            BinlogException end = item.end();
            if (end != null) {
                flush();
                reloadAll(requireNonNull(end.getMessage()));
                return;
            }
            take(requireNonNull(item.entry()), item.arrived());
        }
        boolean isDue = from.queue().isEmpty() || System.nanoTime() - firstWaiting > BATCH_NANOS;
        if (hold == null && (waiting > 0 || isChanged) && isDue && untilPublished() <= 0) {
            flush();
        }
    }

    /** A version is made no sooner than after so long as the one before took: half of the time at most goes to that. */
    private long untilPublished() {
        return lastMade - System.nanoTime();
    }

    private void take(BinlogEntry entry, long arrived) throws InterruptedException {
        if (entry instanceof BinlogEntry.Heartbeat) {
            if (waiting == 0) {
                advance(entry);
                if (!isChanged) {
                    tell();
                }
            }
            return;
        }
        if (reached.has(entry.end())) {
            if (entry instanceof BinlogEntry.Transaction known) {
                known.rows().close();
            }
            return;
        }
        if (waiting++ == 0) {
            firstWaiting = arrived;
            isCaughtUp = false;
        }
        switch (entry) {
            case BinlogEntry.Transaction transaction -> {
                transaction.rows().read(this::apply);
                transactions++;
                committedAt = transaction.at();
            }
            case BinlogEntry.Statement statement -> apply(statement);
            case BinlogEntry.Heartbeat _ -> {}
        }
        advance(entry);
    }

    private void advance(BinlogEntry entry) {
        if (!(entry instanceof BinlogEntry.Heartbeat && reached.has(entry.end()))) {
            reached.advance(entry.end());
            isDecided = entry.end().isDecided();
        }
        release();
    }

    private void release() {
        BinlogPosition until = hold;
        if (until != null && reached.covers(until)) {
            hold = null;
            isChanged = true;
        }
    }

    private void apply(RowsEvent event) throws InterruptedException {
        String name = ForeignKey.name(event.format().schema(), event.format().table());
        FollowedTable<?> table = tables.get(name);
        if (table != null && !stopped.containsKey(name)) {
            try {
                if (table.model().keyColumns().isEmpty()) {
                    reload(name, "Table " + table.model() + " has changed, and has no primary key to follow it by.");
                } else {
                    table.take(event);
                    isChanged = true;
                }
            } catch (LoadException | RuntimeException e) {
                reload(name, String.valueOf(e.getMessage()));
            }
        }
        try {
            cascades.follow(name, event);
        } catch (LoadException | RuntimeException e) {
            reloadReferencing(name, String.valueOf(e.getMessage()));
        }
    }

    private void reloadReferencing(String parent, String reason) throws InterruptedException {
        for (String child : cascades.referencing(parent)) {
            reload(child, reason);
        }
    }

    private void apply(BinlogEntry.Statement statement) throws InterruptedException {
        String sql = statement.sql().replaceAll("/\\*.*?\\*/", " ").strip();
        String upper = sql.toUpperCase(Locale.ROOT);
        if (HARMLESS.matcher(upper).matches()) {
            return;
        }
        for (Map.Entry<String, FollowedTable<?>> table : tables.entrySet()) {
            TableModel<?> model = table.getValue().model();
            if (!names(sql, model.tableName())
                    && !(upper.startsWith("DROP DATABASE") && names(sql, model.schemaName()))) {
                continue;
            }
            boolean isHere = statement.schema().equalsIgnoreCase(model.schemaName()) || names(sql, model.schemaName());
            boolean mayBeSame = PERHAPS_HARMLESS.matcher(upper).matches()
                    && !MOVES_ROWS.matcher(upper).matches();
            if (isHere && !(mayBeSame && isSame(table.getValue()))) {
                reload(table.getKey(), "Table " + model + " was changed by a statement: " + abbreviated(sql));
            }
        }
    }

    /** Whether a statement has this name in it. */
    static boolean names(String sql, String name) {
        return Pattern.compile("(?<![\\w$])" + Pattern.quote(name) + "(?![\\w$])", Pattern.CASE_INSENSITIVE)
                .matcher(sql)
                .find();
    }

    private static String abbreviated(String sql) {
        return sql.length() <= 120 ? sql : sql.substring(0, 120) + "…";
    }

    private <E> boolean isSame(FollowedTable<E> table) {
        try (Connection connection = source.connect()) {
            return source.columns(table.model(), connection)
                    .found()
                    .equals(table.loaded().found());
        } catch (LoadException | SQLException | RuntimeException e) {
            return false;
        }
    }

    /** Loads a table anew, as it cannot be followed; where it cannot be loaded either its last version stays. */
    private void reload(String name, String reason) throws InterruptedException {
        if (isReloaded(name)) {
            return;
        }
        FollowedTable<?> table = requireNonNull(tables.get(name));
        LOG.log(System.Logger.Level.WARNING, () -> reason + " It is loaded anew.");
        Snapshot loaded = loaded(reason, manager -> manager == table.model().manager());
        if (loaded != null) {
            reset(name, table, loaded);
            reloadedIn.put(name, requireNonNull(hold));
        }
    }

    /** Whether all up to here is in the table already, as it was loaded after that. */
    private boolean isReloaded(String name) {
        BinlogPosition until = reloadedIn.get(name);
        return until != null && !reached.covers(until);
    }

    private <E> void reset(String name, FollowedTable<E> table, Snapshot loaded) {
        TableStore<E> store = loaded.table(table.model().identifier());
        if (store == null) {
            stopped.put(name, "It could not be loaded.");
            return;
        }
        try (Connection connection = source.connect()) {
            table.reset(source.columns(table.model(), connection), store);
            stopped.remove(name);
            isChanged = true;
        } catch (LoadException | SQLException e) {
            stopped.put(name, String.valueOf(e.getMessage()));
        }
    }

    /**
     * A snapshot of some tables, tried for until there is one. Nothing is published until the binlog's end after that has
     * been passed.
     *
     * @return null where the tables are no longer such as the model has them
     */
    private @Nullable Snapshot loaded(String reason, Predicate<Manager<?>> which) throws InterruptedException {
        Phase before = phase;
        phase = Phase.RELOADING;
        problem = reason;
        long wait = 100;
        while (!closed) {
            try (Connection connection = source.connect()) {
                Snapshot loaded = source.load(which);
                hold = end(connection);
                reloads++;
                problem = null;
                phase = before;
                return loaded;
            } catch (TableException e) {
                LOG.log(System.Logger.Level.ERROR, () -> e.getMessage() + " Its last version goes on being served.");
                for (Map.Entry<String, FollowedTable<?>> table : tables.entrySet()) {
                    if (which.test(table.getValue().model().manager())) {
                        stopped.put(table.getKey(), requireNonNull(e.getMessage()));
                    }
                }
                problem = e.getMessage();
                phase = before;
                return null;
            } catch (LoadException | SQLException | RuntimeException e) {
                problem = e.getMessage();
                LOG.log(System.Logger.Level.WARNING, () -> "A reload failed and is tried again: " + e.getMessage());
                Thread.sleep(wait);
                wait = Math.min(2 * wait, settings.retry().toMillis());
            }
        }
        throw new InterruptedException();
    }

    /** All tables, as the binlog cannot be read on; and then on from their position. */
    private void reloadAll(String reason) throws InterruptedException {
        LOG.log(System.Logger.Level.WARNING, () -> reason + " All tables are loaded anew.");
        requireNonNull(feed).close();
        Snapshot loaded = loaded(reason, manager -> true);
        if (loaded == null) {
            closed = true;
            return;
        }
        base = loaded;
        for (Map.Entry<String, FollowedTable<?>> table : tables.entrySet()) {
            reset(table.getKey(), table.getValue(), loaded);
        }
        decided = loaded.position().orElseThrow();
        reached = new Reached(decided);
        reloadedIn.clear();
        feed = newFeed(decided);
    }

    /** Publishes what was applied, unless it has to wait; in any case versions of tables are made of it. */
    private void flush() throws InterruptedException {
        VersionEvent event = new VersionEvent();
        event.begin();
        long began = System.nanoTime();
        if (isDecided) {
            decided = reached.position();
        }
        List<TableStore<?>> stores = new ArrayList<>();
        for (TableStore<?> former : base.tables()) {
            stores.add(version(former));
        }
        if (hold == null && isChanged) {
            versions.publish(new Snapshot(versions.last() + 1, committedAt, decided, stores, base.report()));
            published++;
            isChanged = false;
            event.end();
            if (event.shouldCommit()) {
                event.version = versions.last();
                event.transactions = waiting;
                event.position = reached.position().toString();
                event.commit();
            }
        }
        waiting = 0;
        tell();
        long now = System.nanoTime();
        lastMade = now + (now - began);
    }

    private TableStore<?> version(TableStore<?> former) throws InterruptedException {
        for (Map.Entry<String, FollowedTable<?>> table : tables.entrySet()) {
            if (table.getValue().model().identifier().equals(former.identifier())) {
                try {
                    return table.getValue().version();
                } catch (LoadException | RuntimeException e) {
                    reload(table.getKey(), String.valueOf(e.getMessage()));
                    return table.getValue().last();
                }
            }
        }
        return former;
    }

    private void tell() {
        synchronized (change) {
            long rows = tables.values().stream()
                    .mapToLong(FollowedTable::rowsChanged)
                    .sum();
            if (hold == null) {
                phase = Phase.FOLLOWING;
                state = new FollowState(
                        phase,
                        reached.position(),
                        committedAt,
                        problem,
                        transactions,
                        rows,
                        published,
                        reloads,
                        Map.copyOf(stopped));
                isCaughtUp = requireNonNull(feed).queue().isEmpty();
                change.notifyAll();
                shown.forEach(asked -> asked.done.complete(null));
                shown.clear();
            }
        }
    }

    /** Ends the following, and waits for it; the last version stays. */
    @Override
    public void close() {
        closed = true;
        BinlogFeed reading = feed;
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive() && thread != Thread.currentThread()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (reading != null) {
            reading.close();
        }
        BinlogFeed last = feed;
        if (last != null) {
            last.close();
        }
        server.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
