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
 * A way to get the version of a position that is not known in advance. The follower pauses, so that it does not
 * pass the position; then it receives the position and goes on to it. Thread-safe.
 */
public final class Rendezvous implements AutoCloseable {
    /** The longest time for which the follower pauses; others may be waiting for the changes that it reads. */
    private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final CompletableFuture<Void> paused = new CompletableFuture<>();
    private final CompletableFuture<Position> place = new CompletableFuture<>();
    private final CompletableFuture<@Nullable Snapshot> version = new CompletableFuture<>();

    /** Waits until the follower pauses; returns false if it does not in time. */
    public boolean awaitPause(long nanos) throws InterruptedException {
        return get(paused, nanos);
    }

    /**
     * Lets the follower go on to a position, and waits for it.
     *
     * @return the version that contains everything before the position and nothing else. Null if the follower has
     * passed the position, reloads tables, or does not arrive in time.
     */
    public @Nullable Snapshot awaitVersion(Position at, long nanos) throws InterruptedException {
        place.complete(at);
        return get(version, nanos) ? version.join() : null;
    }

    /** Returns whether a future completed in time and without failure. */
    private static boolean get(CompletableFuture<?> future, long nanos) throws InterruptedException {
        try {
            future.get(nanos, TimeUnit.NANOSECONDS);
            return true;
        } catch (ExecutionException | TimeoutException | CancellationException e) {
            return false;
        }
    }

    /** Pauses the follower's thread until it receives the position; returns null if it does not in time. */
    @Nullable
    Position pause() throws InterruptedException {
        paused.complete(null);
        return get(place, MAX_PAUSE_NANOS) ? place.join() : null;
    }

    /** Reports, on the follower's thread, the version at the position; null if there will be none. */
    void deliver(@Nullable Snapshot with) {
        version.complete(with);
    }

    boolean isOver() {
        return version.isDone();
    }

    /** Ends the rendezvous, because nothing waits for it any more. */
    @Override
    public void close() {
        paused.cancel(false);
        place.cancel(false);
        version.cancel(false);
    }
}
