package org.speedwell.spring.rest;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client that watches a query. One result at most waits for it: a newer result replaces one that the client has not
 * received. Thread-safe.
 */
final class Watcher implements AutoCloseable {
    private final Consumer<Watcher> onClose;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();

    private @Nullable VersionedRows waiting;

    /** The number of the newest version that the watcher knows. */
    private long newest;

    /** The rows that the client has. */
    private @Nullable JsonRows sent;

    private boolean isEnded;
    private boolean isClosed;

    /**
     * Creates a watcher whose client has no rows.
     *
     * @param onClose releases the query
     */
    Watcher(Consumer<Watcher> onClose) {
        this.onClose = onClose;
    }

    /** Replaces the waiting result, unless the watcher already knows this version or a later one. Does not block. */
    void offer(VersionedRows result) {
        lock.lock();
        try {
            if (result.version() > newest) {
                newest = result.version();
                waiting = result;
                news.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Records that the client already has a result, and discards waiting results of this or an earlier version. */
    void skip(VersionedRows result) {
        lock.lock();
        try {
            sent = result.rows();
            if (result.version() >= newest) {
                newest = result.version();
                waiting = null;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends the watcher after the waiting result. */
    void end() {
        lock.lock();
        try {
            isEnded = true;
            news.signal();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the next result that differs from the rows that the client has. Waits for it.
     *
     * @return null if the watcher has ended, or there is no such result within the time
     */
    @Nullable
    VersionedRows next(Duration max) throws InterruptedException {
        long remaining = max.toNanos();
        lock.lock();
        try {
            while (true) {
                VersionedRows next = waiting;
                waiting = null;
                if (next != null && !next.rows().equals(sent)) {
                    sent = next.rows();
                    return next;
                }
                if (isEnded || remaining <= 0) {
                    return null;
                }
                remaining = news.awaitNanos(remaining);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns the rows that the client has after the last {@link #next} or {@link #skip}; null if it has none. */
    @Nullable
    JsonRows sent() {
        lock.lock();
        try {
            return sent;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether no further result can arrive, and none waits. */
    boolean isDone() {
        lock.lock();
        try {
            return isEnded && waiting == null;
        } finally {
            lock.unlock();
        }
    }

    /** Releases the query. Later calls do nothing. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (isClosed) {
                return;
            }
            isClosed = true;
            isEnded = true;
        } finally {
            lock.unlock();
        }
        onClose.accept(this);
    }
}
