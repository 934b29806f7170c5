package org.speedwell.accelerator.replication;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.store.Snapshot;

/**
 * How somebody gets the version of a position that nobody knows before: the follower stands still, so that it does not pass
 * it, is told the position, and goes on to there. Thread-safe.
 */
public final class Rendezvous implements AutoCloseable {
    /** The follower stands no longer than this; others may be waiting for what it reads. */
    private static final long LONGEST_STAND_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final CompletableFuture<Void> standing = new CompletableFuture<>();
    private final CompletableFuture<Position> place = new CompletableFuture<>();
    private final CompletableFuture<@Nullable Snapshot> version = new CompletableFuture<>();

    /** Waits until the follower stands still; false if it does not in time. */
    public boolean awaitStanding(long nanos) throws InterruptedException {
        return get(standing, nanos);
    }

    /**
     * Lets the follower go on to a position, and waits for it.
     *
     * @return the version that shows what is before it and nothing else; null where there is none, as it had passed it, is
     *     loading tables anew, or does not come there in time
     */
    public @Nullable Snapshot meet(Position at, long nanos) throws InterruptedException {
        place.complete(at);
        return get(version, nanos) ? version.join() : null;
    }

    /** Whether it was done in time, and without failure. */
    private static boolean get(CompletableFuture<?> future, long nanos) throws InterruptedException {
        try {
            future.get(nanos, TimeUnit.NANOSECONDS);
            return true;
        } catch (ExecutionException | TimeoutException | CancellationException e) {
            return false;
        }
    }

    /** For the follower: stands still until it is told where to; null where it is not told in time. */
    @Nullable
    Position stand() throws InterruptedException {
        standing.complete(null);
        return get(place, LONGEST_STAND_NANOS) ? place.join() : null;
    }

    /** For the follower: it is there, or never will be. */
    void arrive(@Nullable Snapshot with) {
        version.complete(with);
    }

    boolean isOver() {
        return version.isDone();
    }

    /** Nobody waits any more. */
    @Override
    public void close() {
        standing.cancel(false);
        place.cancel(false);
        version.cancel(false);
    }
}
