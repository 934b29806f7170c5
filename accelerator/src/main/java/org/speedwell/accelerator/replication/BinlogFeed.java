package org.speedwell.accelerator.replication;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.BinlogAddress;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.binlog.BinlogException;
import org.speedwell.accelerator.binlog.BinlogReader;
import org.speedwell.accelerator.binlog.LogOrder;
import org.speedwell.accelerator.database.LoadConnection;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.model.Position;

/**
 * A reader of a binlog into a queue, on its own thread. After a lost connection it opens another one, from the end of
 * the last whole transaction. When another connection cannot help, it ends and puts the reason into the queue.
 */
public final class BinlogFeed implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(BinlogFeed.class.getName());
    private static final Duration FIRST_WAIT = Duration.ofMillis(50);

    /** The number of connections that find the same damage before the reader takes the server's file for damaged. */
    private static final int MAX_DAMAGES = 5;

    /** The number of missed heartbeats after which a server counts as silent. */
    private static final int MISSED_HEARTBEATS = 4;

    /** The shortest time after which a server counts as silent. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** The reason to report when there is no memory to create a better one. */
    private static final String LOST = "The binlog cannot be read now; the log says why.";

    private final ReplicationSource source;
    private final ReplicationSettings settings;
    private final BiPredicate<String, String> follows;
    private final Consumer<@Nullable String> onConnection;
    private final EntryQueue queue = new EntryQueue();

    /** Used by the reading thread only. */
    private BinlogProgress reached;

    private final LogOrder order = new LogOrder();
    private int damages;
    private @Nullable Position damagedAt;
    private final Queue<BinlogTap> pendingTaps = new ConcurrentLinkedQueue<>();
    private final List<BinlogTap> taps = new CopyOnWriteArrayList<>();
    private final Thread thread;
    private volatile @Nullable BinlogReader reader;
    private volatile long lastHeardNanos = System.nanoTime();
    private volatile boolean closed;
    private volatile boolean isEnded;

    /**
     * Creates a feed.
     *
     * @param onConnection receives the reason why there is no connection, and null when there is one
     */
    public BinlogFeed(
            ReplicationSource source,
            ReplicationSettings settings,
            Position from,
            BiPredicate<String, String> follows,
            Consumer<@Nullable String> onConnection) {
        this.source = source;
        this.settings = settings;
        this.follows = follows;
        this.onConnection = onConnection;
        this.reached = new BinlogProgress(from);
        this.thread = Thread.ofPlatform().name("speedwell-binlog").daemon().unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    public EntryQueue queue() {
        return queue;
    }

    /** Returns whether the thread will put nothing more into the queue. For any thread. */
    public boolean isEnded() {
        return isEnded;
    }

    /** Returns the time since the server's last whole event, if it is too long. For any thread. */
    Optional<Duration> silence() {
        BinlogReader reading = reader;
        Duration most = settings.heartbeat().multipliedBy(MISSED_HEARTBEATS);
        return Optional.ofNullable(reading)
                .map(BinlogReader::waiting)
                .filter(now -> now.compareTo(most.compareTo(PATIENCE) < 0 ? PATIENCE : most) > 0);
    }

    /** Adds a second reader, which receives the entries from the next one on. For any thread. */
    BinlogTap tap(BiPredicate<String, String> tables) {
        BinlogTap tap = new BinlogTap(tables);
        pendingTaps.add(tap);
        if (isEnded) {
            tap.end();
        }
        return tap;
    }

    private void run() {
        try {
            readOn();
        } finally {
            isEnded = true;
            taps.forEach(BinlogTap::end);
            pendingTaps.forEach(BinlogTap::end);
        }
    }

    private void readOn() {
        long wait = FIRST_WAIT.toMillis();
        List<BinlogAddress> addresses = List.of();
        for (int attempt = 0; !closed; attempt++) {
            long before = lastHeardNanos;
            try {
                if (addresses.isEmpty()) {
                    addresses = addresses();
                }
                read(addresses.get(attempt % addresses.size()));
            } catch (InterruptedException e) {
                return;
            } catch (Throwable e) { // a retry may succeed after an Error too, for example when there is memory again
                if (e instanceof BinlogException known && isFinal(known)) {
                    queue.end(known);
                    return;
                }
                reportFailure(e);
            }
            wait = lastHeardNanos != before
                    ? FIRST_WAIT.toMillis()
                    : Math.min(2 * wait, settings.retry().toMillis());
            try {
                if (!closed) {
                    Thread.sleep(wait);
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Returns whether another connection would fail in the same way. */
    private boolean isFinal(BinlogException reason) {
        return switch (reason.reason()) {
            case POSITION, EVENT -> true;
            case CONNECTION, ACCESS -> false;
            case DAMAGED -> {
                Position at = reached.decided();
                damages = at.equals(damagedAt) ? damages + 1 : 1;
                damagedAt = at;
                yield damages >= MAX_DAMAGES; // then the server's file is damaged
            }
        };
    }

    private void reportFailure(Throwable reason) {
        if (closed) {
            return;
        }
        String message = text(reason);
        onConnection.accept(message);
        try {
            taps.forEach(tap -> tap.connection(message));
            LOG.log(
                    System.Logger.Level.WARNING,
                    () -> "The binlog cannot be read now. Speedwell tries again. Reason: " + message);
        } catch (Throwable e) {
            reason.addSuppressed(e);
        }
    }

    /** Returns the reason why the binlog cannot be read. */
    private static String text(Throwable reason) {
        try {
            return FailureText.of(reason);
        } catch (Throwable e) { // there may be no memory for the text
            return LOST;
        }
    }

    private void connection(@Nullable String problem) {
        onConnection.accept(problem);
        taps.forEach(tap -> tap.connection(problem));
    }

    private List<BinlogAddress> addresses() throws LoadException, InterruptedException {
        try (LoadConnection connection = source.connect()) {
            return source.addresses(connection.jdbc());
        }
    }

    private void read(BinlogAddress address) throws BinlogException, InterruptedException {
        Position from = reached.decided();
        reached = new BinlogProgress(from);
        try (BinlogReader opened = new BinlogReader(
                address,
                from,
                settings.serverId(),
                settings.heartbeat(),
                settings.silence(),
                order,
                this::follows,
                this::take)) {
            reader = opened;
            if (!closed) { // else the closing thread may have missed the reader
                opened.read();
            }
        } finally {
            reader = null;
        }
    }

    private boolean follows(String schema, String table) {
        return follows.test(schema, table) || taps.stream().anyMatch(tap -> tap.follows(schema, table));
    }

    private void take(BinlogEntry entry) throws InterruptedException {
        lastHeardNanos = System.nanoTime();
        connection(null);
        taps.removeIf(tap -> !given(tap, entry)); // first, because the main reader drops rows that it has read
        queue.put(entry);
        reached.advance(entry.end());
        if (entry.end().isDecided()) {
            beginTaps();
        }
    }

    /** Passes an entry to a second reader. Failures of that reader do not affect the first one. */
    private static boolean given(BinlogTap tap, BinlogEntry entry) {
        try {
            return tap.give(entry);
        } catch (Throwable e) {
            tap.end();
            LOG.log(
                    System.Logger.Level.WARNING,
                    () -> "A stream of changes now uses its own connection to the binlog: " + e);
            return false;
        }
    }

    private void beginTaps() {
        for (BinlogTap tap = pendingTaps.poll(); tap != null; tap = pendingTaps.poll()) {
            taps.add(tap);
            requireNonNull(reader).recheckTables(); // the reader exists: it has just delivered this entry
            tap.begin(reached.position());
        }
    }

    /** Stops the reading, and waits until the thread has ended. */
    @Override
    public void close() {
        closed = true;
        BinlogReader open = reader;
        if (open != null) {
            open.close();
        }
        end(thread);
        queue.clear();
    }

    /** Interrupts a thread and waits until it has ended, unless it is the current thread. */
    static void end(Thread thread) {
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive() && thread != Thread.currentThread()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
