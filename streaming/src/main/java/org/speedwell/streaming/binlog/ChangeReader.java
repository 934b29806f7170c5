package org.speedwell.streaming.binlog;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.follow.ChangeSet;
import org.speedwell.accelerator.follow.ChangeStream;
import org.speedwell.accelerator.follow.RowChange;
import org.speedwell.accelerator.model.Position;
import org.speedwell.streaming.PushSource;
import org.speedwell.streaming.engine.BlockingWork;
import org.speedwell.streaming.engine.Failures;

/**
 * A reader that reads changes ahead on a virtual thread. Each change comes with the position after it. After a restart
 * it reads a transaction again from its beginning and skips the changes that were delivered before. The job's thread
 * polls the changes.
 */
final class ChangeReader<C extends RowChange<?>> {
    private static final int AHEAD = 4096;

    /** The interval at which the reader checks whether it must stop. */
    private static final Duration PATIENCE = Duration.ofMillis(50);

    private final DataStore store;
    private final Set<Class<?>> tables;
    private final Predicate<? super C> filter;
    private final String name;
    private final PushSource<Read<C>> queue = new PushSource<>(AHEAD);
    private final Thread thread;
    private volatile boolean stopped;

    /** The reason for a failed end. Written before the queue is stopped. */
    private volatile @Nullable Throwable failure;

    private Position base;
    private Instant latest;

    /** The number of changes after the base that were delivered. */
    private long given;

    private long read;

    /** A change and the position after it. The change is null if only the position has advanced. */
    record Read<C>(@Nullable C change, Place place) {}

    /**
     * Creates a reader and starts its thread.
     *
     * @param start the position to read from if {@code from} is {@link Place#START}; null for the present
     */
    ChangeReader(
            DataStore store,
            Set<Class<?>> tables,
            Predicate<? super C> filter,
            Place from,
            @Nullable Position start,
            String name) {
        this.store = store;
        this.tables = tables;
        this.filter = filter;
        this.name = name;
        this.base = start != null && from.equals(Place.START) ? start : from.position();
        this.given = from.given();
        this.latest = from.latest();
        this.thread = BlockingWork.start("speedwell-changes", this::run);
    }

    @Nullable
    Read<C> poll() {
        return queue.poll();
    }

    boolean isExhausted() {
        boolean exhausted = queue.isExhausted();
        Throwable cause = failure;
        if (exhausted && cause != null) {
            throw new IllegalStateException("Reading the " + name + " failed: " + Failures.message(cause), cause);
        }
        return exhausted;
    }

    /** Stops the reader before the next transaction. */
    void stop() {
        stopped = true;
    }

    void close() {
        stopped = true;
        queue.stop();
        thread.interrupt();
        BlockingWork.join(thread);
    }

    private void run() {
        try (ChangeStream changes = open()) {
            base = changes.position();
            push(null);
            while (!stopped) {
                Optional<ChangeSet> next = changes.poll(PATIENCE);
                if (next.isPresent()) {
                    take(next.get());
                } else {
                    publishPosition(changes.position());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the job has ended
        } catch (Throwable e) {
            failure = e;
        } finally {
            queue.stop();
        }
    }

    private ChangeStream open() {
        return base.equals(Place.START.position()) ? store.changes(tables) : store.changes(base, tables);
    }

    @SuppressWarnings("unchecked") // all changes belong to the tables
    private void take(ChangeSet transaction) throws InterruptedException {
        Instant at = transaction.committedAt();
        latest = at.isAfter(latest) ? at : latest;
        moveTo(transaction.before());
        for (Iterator<RowChange<?>> changes = transaction.changes().iterator(); changes.hasNext(); ) {
            RowChange<?> change = changes.next();
            if (++read > given) {
                given = read;
                C timed = (C) (latest.equals(at) ? change : timed(change));
                if (filter.test(timed)) {
                    push(timed);
                }
            }
        }
        publishPosition(transaction.position());
    }

    private <E> RowChange<E> timed(RowChange<E> change) {
        return new RowChange<>(change.table(), change.transaction(), latest, change.before(), change.after());
    }

    /** Publishes a new position, also when there is no change to deliver. */
    private void publishPosition(Position position) throws InterruptedException {
        if (moveTo(position)) {
            push(null);
        }
    }

    /**
     * Moves the base to a position. Returns false if it is the present base. All changes read so far are before the new
     * base.
     *
     * @throws IllegalStateException if fewer changes follow the base than were delivered in an earlier run
     */
    private boolean moveTo(Position position) {
        if (position.equals(base)) {
            return false;
        }
        if (read > 0 && given > read) {
            throw new IllegalStateException("An earlier run read " + given + " changes after position " + base
                    + ", but now the binlog has only " + read + ". The tables or the server are not the same.");
        }
        base = position;
        given -= read;
        read = 0;
        return true;
    }

    private void push(@Nullable C change) throws InterruptedException {
        try {
            queue.push(new Read<>(change, Place.at(base, given, latest)));
        } catch (IllegalStateException e) {
            throw new InterruptedException("The job has ended.");
        }
    }
}
