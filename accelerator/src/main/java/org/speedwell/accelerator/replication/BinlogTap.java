package org.speedwell.accelerator.replication;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.model.Position;

/**
 * A second reader of the entries of a {@link BinlogFeed} from a position on, with the rows of its own tables. It never
 * blocks the feed: a tap that reads too slowly is cut off, and its queue ends there. Thread-safe.
 */
public final class BinlogTap implements AutoCloseable {
    private final BiPredicate<String, String> tables;
    private final EntryQueue queue = new EntryQueue();
    private final CountDownLatch startResolved = new CountDownLatch(1);
    private volatile @Nullable Position start;
    private volatile @Nullable String problem;
    private volatile boolean isEnded;

    /**
     * Creates a tap.
     *
     * @param tables selects tables by schema and name
     */
    BinlogTap(BiPredicate<String, String> tables) {
        this.tables = tables;
    }

    boolean follows(String schema, String table) {
        return tables.test(schema, table);
    }

    /** Begins at a position: from now on the tap receives every entry after it. */
    void begin(Position from) {
        start = from;
        startResolved.countDown();
    }

    /** Returns the position after which the tap has every entry; null before it begins. */
    @Nullable
    public Position start() {
        return start;
    }

    /** Waits until the tap has begun or ended, at most for {@code timeout}. */
    public void awaitStart(Duration timeout) throws InterruptedException {
        startResolved.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    void connection(@Nullable String reason) {
        problem = reason;
    }

    /** Returns the reason why the server cannot be reached; null while it can. */
    @Nullable
    public String problem() {
        return problem;
    }

    /** Adds an entry, and returns whether the tap still accepts entries. */
    synchronized boolean give(BinlogEntry entry) {
        if (isEnded) {
            return false;
        }
        if (!queue.offer(entry instanceof BinlogEntry.Transaction transaction ? copy(transaction) : entry)) {
            end();
        }
        return !isEnded;
    }

    private BinlogEntry copy(BinlogEntry.Transaction of) {
        return new BinlogEntry.Transaction(of.end(), of.at(), of.rows().copy(tables));
    }

    /** Ends the tap after the entries in its queue. */
    synchronized void end() {
        isEnded = true;
        startResolved.countDown();
    }

    /** Returns whether no entries follow those in the queue. */
    public boolean isEnded() {
        return isEnded;
    }

    public EntryQueue queue() {
        return queue;
    }

    @Override
    public synchronized void close() {
        end();
        queue.clear();
    }
}
