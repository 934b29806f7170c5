package org.speedwell.accelerator.speedment;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.UnreachableException;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.follow.FollowStatus.Phase;
import org.speedwell.accelerator.replication.Replicator;
import org.speedwell.accelerator.store.Snapshot;

/**
 * The repeated attempts to follow a version whose database cannot be reached. A thread tries again until an attempt succeeds,
 * fails for another reason, or this is closed. Thread-safe.
 */
final class AwaitedFollower implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(AwaitedFollower.class.getName());

    private static final String NOT_TRIED =
            "The database could not be reached, for want of memory or for another Error.";

    private final Snapshot from;
    private final Attempt attempt;
    private final Duration retry;
    private final BiConsumer<AwaitedFollower, Replicator> taker;
    private final CompletableFuture<@Nullable Replicator> follower = new CompletableFuture<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile String problem;

    /** An attempt to reach the database. */
    @FunctionalInterface
    interface Attempt {
        /** @throws UnreachableException if a later attempt may succeed */
        Replicator connect() throws LoadException;
    }

    private AwaitedFollower(
            Snapshot from,
            String problem,
            Attempt attempt,
            Duration retry,
            BiConsumer<AwaitedFollower, Replicator> taker) {
        this.from = from;
        this.problem = problem;
        this.attempt = attempt;
        this.retry = retry;
        this.taker = taker;
    }

    /**
     * Starts the thread of the attempts.
     *
     * @param from a version with a position
     * @param reason why the first attempt failed
     * @param retry the time between two attempts
     * @param taker starts the follower of the attempt that succeeds, or closes it if it is not wanted any more
     */
    static AwaitedFollower start(
            Snapshot from,
            UnreachableException reason,
            Attempt attempt,
            Duration retry,
            BiConsumer<AwaitedFollower, Replicator> taker) {
        AwaitedFollower awaited = new AwaitedFollower(from, requireNonNull(reason.getMessage()), attempt, retry, taker);
        LOG.log(
                System.Logger.Level.WARNING,
                () -> "The database cannot be followed yet; version %d is served, and every %d ms it is tried again: %s"
                        .formatted(from.version(), retry.toMillis(), reason.getMessage()));
        Thread.ofPlatform().name("speedwell-follow-later").daemon().start(awaited::run);
        return awaited;
    }

    private void run() {
        try {
            while (!closed.await(retry.toNanos(), TimeUnit.NANOSECONDS)) {
                try {
                    Replicator connected = attempt.connect();
                    taker.accept(this, connected);
                    follower.complete(connected);
                    return;
                } catch (UnreachableException e) {
                    problem = requireNonNull(e.getMessage());
                } catch (Error e) { // when there is memory again a later attempt may succeed
                    problem = NOT_TRIED;
                    LOG.log(System.Logger.Level.WARNING, NOT_TRIED, e);
                }
            }
        } catch (Throwable e) {
            problem = "The database is not followed: " + (e instanceof LoadException ? e.getMessage() : e);
            LOG.log(System.Logger.Level.ERROR, problem + " Version " + from.version() + " goes on being served.", e);
        } finally {
            follower.complete(null); // no effect after a success
        }
    }

    /** Returns the state of the attempts: {@link Phase#DISCONNECTED} while they go on. */
    FollowStatus status() {
        return Unfollowed.of(from, problem).status(follower.isDone() ? Phase.STOPPED : Phase.DISCONNECTED);
    }

    /** Tells whether the attempts have ended. */
    boolean isOver() {
        return follower.isDone();
    }

    /** Waits for the follower; returns null if there is none in time, or if there will be none. */
    @Nullable
    Replicator await(Duration timeout) throws InterruptedException {
        try {
            return follower.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return null;
        } catch (ExecutionException e) {
            throw new AssertionError(e); // never completed so
        }
    }

    /** Ends the attempts. Does not wait for one under way: its follower is closed by the taker. */
    @Override
    public void close() {
        closed.countDown();
    }
}
