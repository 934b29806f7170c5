package org.speedwell.accelerator.live;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.incremental.Results;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.maintain.ResultChange;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.store.Snapshot;

/**
 * A subscription to a maintained query. A virtual thread calls the subscriber while there are changes that it has
 * requested. Thread-safe.
 */
final class ResultSubscription<R> implements Flow.Subscription {
    private static final System.Logger LOG = System.getLogger(ResultSubscription.class.getName());

    private final MaintainedQuery<R> query;
    private final Flow.Subscriber<? super ResultChange<R>> subscriber;
    private final Consumer<ResultSubscription<R>> onEnd;

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Waiting<R>> waiting = new ArrayDeque<>();
    private long requested;
    private boolean isDelivering;
    private boolean isClosed;
    private boolean isEnded;
    private @Nullable Throwable failure;

    /** The last delivered result. Only the delivering thread uses it. */
    private @Nullable R last;

    private boolean isFirst = true;

    /**
     * A result that the subscriber has not received. It does not refer to its version, whose memory a slow subscriber
     * would otherwise retain.
     *
     * @param version the number of the version
     * @param position the binlog position of the version; null if it is unknown
     * @param takenAt the moment of the database that the version shows
     * @param merged the number of results that it replaces
     */
    private record Waiting<R>(
            long version, @Nullable Position position, Instant takenAt, MaintainedResult<R> result, long merged) {
        ResultChange<R> change(@Nullable R before, R after) {
            return new ResultChange<>(version, Optional.ofNullable(position), takenAt, before, after, merged);
        }
    }

    /**
     * Creates a subscription.
     *
     * @param query the query, which stays reachable while the subscription does
     * @param onEnd is called when the subscription ends
     */
    ResultSubscription(
            MaintainedQuery<R> query,
            Flow.Subscriber<? super ResultChange<R>> subscriber,
            Consumer<ResultSubscription<R>> onEnd) {
        this.query = query;
        this.subscriber = subscriber;
        this.onEnd = onEnd;
    }

    /** Returns the query that the subscriber has subscribed to. */
    MaintainedQuery<R> query() {
        return query;
    }

    /** Adds a result. Merges it into the last waiting one if too many wait. Does not block. */
    void add(Snapshot version, MaintainedResult<R> result) {
        lock.lock();
        try {
            if (isEnded) {
                onEnd.accept(this); // the subscriber cancelled before the query knew the subscription
            }
            if (isClosed || isEnded) {
                return;
            }
            // a newer result makes the computation of an unknown one unnecessary
            Waiting<R> before = waiting.peekLast();
            boolean isMerged = before != null
                    && (waiting.size() == MaintainedQuery.MAX_WAITING_CHANGES || !before.result.isKnown());
            long merged = isMerged ? waiting.removeLast().merged + 1 : 0;
            waiting.addLast(new Waiting<>(
                    version.version(), version.position().orElse(null), version.takenAt(), result, merged));
            deliver();
        } finally {
            lock.unlock();
        }
    }

    /** Completes the subscription after the waiting results. */
    void close() {
        lock.lock();
        try {
            isClosed = true;
            deliver();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void request(long count) {
        lock.lock();
        try {
            if (count <= 0) {
                failure = new IllegalArgumentException("A subscriber must request at least 1 change, not " + count);
            } else {
                requested = requested + count < 0 ? Long.MAX_VALUE : requested + count;
            }
            deliver();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void cancel() {
        lock.lock();
        try {
            end();
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        if (!isEnded) {
            isEnded = true;
            waiting.clear();
            onEnd.accept(this);
        }
    }

    /** Starts the delivery if it is not running and there is something to deliver. */
    private void deliver() {
        if (!isDelivering && hasWork()) {
            isDelivering = true;
            Thread.ofVirtual().name("speedwell-subscriber").start(this::run);
        }
    }

    private boolean hasWork() {
        return !isEnded && (failure != null || requested > 0 && !waiting.isEmpty() || isClosed && waiting.isEmpty());
    }

    private void run() {
        try {
            for (Waiting<R> next = next(); next != null; next = next()) {
                deliver(next);
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** Returns the next result to deliver; null if the delivering thread must end. */
    private @Nullable Waiting<R> next() {
        boolean isComplete;
        Throwable reason;
        lock.lock();
        try {
            reason = failure;
            if (!isEnded && reason == null && requested > 0 && !waiting.isEmpty()) {
                requested--;
                return waiting.removeFirst();
            }
            isDelivering = false;
            isComplete = !isEnded && reason == null && isClosed && waiting.isEmpty();
            if (isComplete || reason != null && !isEnded) {
                end();
            } else {
                reason = null;
            }
        } finally {
            lock.unlock();
        }
        if (reason != null) {
            subscriber.onError(reason);
        } else if (isComplete) {
            subscriber.onComplete();
        }
        return null;
    }

    private void deliver(Waiting<R> next) {
        R result = next.result.get();
        if (isFirst || !Results.isSame(last, result)) {
            R before = last;
            last = result;
            isFirst = false;
            subscriber.onNext(next.change(before, result));
        } else {
            giveBack();
        }
    }

    /** Returns the request for a result that equals the one before, and is therefore no change. */
    private void giveBack() {
        lock.lock();
        try {
            requested++;
        } finally {
            lock.unlock();
        }
    }

    private void fail(Throwable e) {
        lock.lock();
        try {
            isDelivering = false;
            if (isEnded) {
                return;
            }
            end();
        } finally {
            lock.unlock();
        }
        LOG.log(
                System.Logger.Level.WARNING,
                () -> "A subscription to " + query + " ends, because the query or the subscriber failed: " + e,
                e);
        try {
            subscriber.onError(e);
        } catch (Throwable further) {
            LOG.log(System.Logger.Level.WARNING, "The subscriber's onError failed too", further);
        }
    }
}
