package org.speedwell.accelerator.live;

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
 * A thread that retries to follow a version whose database cannot be reached. It ends when an attempt succeeds or fails
 * for another reason, or when this is closed. Thread-safe.
 */
final class AwaitedFollower implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(AwaitedFollower.class.getName());

    private static final String NOT_TRIED =
            "The attempt to reach the database failed with an Error, for example for lack of memory.";

    private final Snapshot from;
    private final Attempt attempt;
    private final Duration retry;
    private final BiConsumer<AwaitedFollower, Replicator> onReplicator;
    private final CompletableFuture<@Nullable Replicator> follower = new CompletableFuture<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile String problem;

    /** An attempt to reach the database. */
    @FunctionalInterface
    interface Attempt {
        /**
         * Connects to the database, and returns its follower.
         *
         * @throws UnreachableException if a later attempt may succeed
         */
        Replicator connect() throws LoadException;
    }

    private AwaitedFollower(
            Snapshot from,
            String problem,
            Attempt attempt,
            Duration retry,
            BiConsumer<AwaitedFollower, Replicator> onReplicator) {
        this.from = from;
        this.problem = problem;
        this.attempt = attempt;
        this.retry = retry;
        this.onReplicator = onReplicator;
    }

    /**
     * Starts the thread of the attempts.
     *
     * @param from a version with a position
     * @param reason the failure of the first attempt
     * @param retry the time between two attempts
     * @param onReplicator starts the follower of the successful attempt, or closes it if it is no longer wanted
     */
    static AwaitedFollower start(
            Snapshot from,
            UnreachableException reason,
            Attempt attempt,
            Duration retry,
            BiConsumer<AwaitedFollower, Replicator> onReplicator) {
        AwaitedFollower awaited =
                new AwaitedFollower(from, requireNonNull(reason.getMessage()), attempt, retry, onReplicator);
        LOG.log(
                System.Logger.Level.WARNING,
                () -> "The database cannot be followed yet. Streams read version %d. A retry follows every %d ms: %s"
                        .formatted(from.version(), retry.toMillis(), reason.getMessage()));
        Thread.ofPlatform().name("speedwell-follow-later").daemon().start(awaited::run);
        return awaited;
    }

    private void run() {
        try {
            while (!closed.await(retry.toNanos(), TimeUnit.NANOSECONDS)) {
                try {
                    Replicator connected = attempt.connect();
                    onReplicator.accept(this, connected);
                    follower.complete(connected);
                    return;
                } catch (UnreachableException e) {
                    problem = requireNonNull(e.getMessage());
                } catch (Error e) { // a retry may succeed when there is memory again
                    problem = NOT_TRIED;
                    LOG.log(System.Logger.Level.WARNING, NOT_TRIED, e);
                }
            }
        } catch (Throwable e) {
            problem = "The database is not followed: " + (e instanceof LoadException ? e.getMessage() : e);
            LOG.log(
                    System.Logger.Level.ERROR,
                    problem + " Streams continue to read version " + from.version() + ".",
                    e);
        } finally {
            follower.complete(null); // no effect after a success
        }
    }

    /** Returns the state of the attempts: {@link Phase#DISCONNECTED} while they go on. */
    FollowStatus status() {
        return Unfollowed.of(from, problem).status(follower.isDone() ? Phase.STOPPED : Phase.DISCONNECTED);
    }

    /** Returns whether the attempts have ended. */
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
            throw new AssertionError(e); // the future is never completed exceptionally
        }
    }

    /** Ends the attempts. Does not wait for a running one: the taker closes its follower. */
    @Override
    public void close() {
        closed.countDown();
    }
}
