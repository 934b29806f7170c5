package org.speedwell.accelerator.replication;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.model.Position;

/**
 * A second reader of what a {@link BinlogFeed} reads, from a position on: all entries, with the rows of tables of its own. It
 * holds nobody up: one that does not read on is cut off, and its queue ends with that. Thread-safe.
 */
public final class BinlogTap implements AutoCloseable {
    private final BiPredicate<String, String> tables;
    private final EntryQueue queue = new EntryQueue();
    private final CountDownLatch settled = new CountDownLatch(1);
    private volatile @Nullable Position start;
    private volatile @Nullable String problem;
    private volatile boolean isEnded;

    /** @param tables by schema and name */
    BinlogTap(BiPredicate<String, String> tables) {
        this.tables = tables;
    }

    boolean follows(String schema, String table) {
        return tables.test(schema, table);
    }

    /** All that is read behind a position is given from now on. */
    void begin(Position from) {
        start = from;
        settled.countDown();
    }

    /** Behind which it has all; null while it has not begun. */
    @Nullable
    public Position start() {
        return start;
    }

    /** Waits until it has begun or ended, or for so long. */
    public void awaitStart(Duration timeout) throws InterruptedException {
        settled.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    void connection(@Nullable String reason) {
        problem = reason;
    }

    /** Why the server cannot be reached, while it cannot. */
    @Nullable
    public String problem() {
        return problem;
    }

    /** Returns whether it goes on. */
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

    /** Nothing more comes. */
    synchronized void end() {
        isEnded = true;
        settled.countDown();
    }

    /** Whether nothing more comes than what is in the queue. */
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
