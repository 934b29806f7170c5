package org.speedwell.accelerator.replication;

import java.time.Duration;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.binlog.BinlogException;
import org.speedwell.accelerator.model.Position;

/**
 * A feed with a thread that reads. After a failure it reads again from the end of the last whole transaction, and waits
 * longer each time. When another attempt cannot help, it ends and puts the reason into the queue.
 */
public abstract class FeedThread implements ChangeFeed {
    private static final System.Logger LOG = System.getLogger(FeedThread.class.getName());
    private static final Duration FIRST_WAIT = Duration.ofMillis(50);

    /** The reason to report when there is no memory to create a better one. */
    private static final String LOST = "The changes of the database cannot be read now; the log says why.";

    private final ReplicationSettings settings;
    private final Consumer<@Nullable String> onConnection;
    private final EntryQueue queue = new EntryQueue();
    private final Taps taps = new Taps();
    private final Thread thread;
    private volatile long lastHeardNanos = System.nanoTime();
    private volatile boolean closed;
    private volatile boolean isEnded;

    /**
     * Creates a feed.
     *
     * @param name the name of the thread
     * @param onConnection receives the reason why nothing can be read, and null when something is read
     */
    protected FeedThread(String name, ReplicationSettings settings, Consumer<@Nullable String> onConnection) {
        this.settings = settings;
        this.onConnection = onConnection;
        this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
    }

    /**
     * Reads until it fails, or until the feed is closed.
     *
     * @throws BinlogException if nothing can be read from here; {@link #isFinal} decides about another attempt
     */
    protected abstract void read() throws Exception;

    /** Returns whether another attempt would fail in the same way. */
    protected abstract boolean isFinal(BinlogException reason);

    /** Ends a running {@link #read}. For any thread. */
    protected abstract void cancel();

    /** Returns the position of the last entry. Called by the reading thread. */
    protected abstract Position position();

    @Override
    public final void start() {
        thread.start();
    }

    @Override
    public final EntryQueue queue() {
        return queue;
    }

    @Override
    public final boolean isEnded() {
        return isEnded;
    }

    @Override
    public final BinlogTap tap(BiPredicate<String, String> tables) {
        return taps.add(tables);
    }

    /** Returns whether a second reader follows a table. For any thread. */
    protected final boolean isTapped(String schema, String table) {
        return taps.follows(schema, table);
    }

    /** Returns whether the feed is closed. For any thread. */
    protected final boolean isClosed() {
        return closed;
    }

    /** Returns the {@link System#nanoTime} of the last sign of the source. For any thread. */
    protected final long lastHeardNanos() {
        return lastHeardNanos;
    }

    /** Records a sign of the source. */
    protected final void heard() {
        lastHeardNanos = System.nanoTime();
        report(null);
    }

    /** Passes on why nothing can be read; null if something is read. */
    protected final void report(@Nullable String problem) {
        onConnection.accept(problem);
        taps.connection(problem);
    }

    /** Delivers an entry to all readers, and waits until there is room. */
    protected final void deliver(BinlogEntry entry) throws InterruptedException {
        heard();
        taps.give(entry); // first, because the main reader drops rows that it has read
        queue.put(entry);
    }

    /**
     * Begins the second readers that wait.
     *
     * @return whether there were any
     */
    protected final boolean beginTaps() {
        boolean isAny = taps.isAnyPending();
        if (isAny) {
            taps.begin(position());
        }
        return isAny;
    }

    private void run() {
        try {
            readOn();
        } finally {
            isEnded = true;
            taps.end();
        }
    }

    private void readOn() {
        long wait = FIRST_WAIT.toMillis();
        while (!closed) {
            long before = lastHeardNanos;
            try {
                read();
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

    private void reportFailure(Throwable reason) {
        if (closed) {
            return;
        }
        String message = text(reason);
        onConnection.accept(message);
        try {
            taps.connection(message);
            LOG.log(
                    System.Logger.Level.WARNING,
                    () -> "Changes cannot be read now from " + settings.feeds().description()
                            + ". Speedwell tries again. Reason: " + message);
        } catch (Throwable e) {
            reason.addSuppressed(e);
        }
    }

    /** Returns the reason why nothing can be read. */
    private static String text(Throwable reason) {
        try {
            return FailureText.of(reason);
        } catch (Throwable e) { // there may be no memory for the text
            return LOST;
        }
    }

    @Override
    public final void close() {
        closed = true;
        cancel();
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
