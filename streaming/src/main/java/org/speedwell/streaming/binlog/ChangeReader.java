package org.speedwell.streaming.binlog;

import com.speedment.runtime.core.manager.Manager;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.follow.ChangeSet;
import org.speedwell.accelerator.follow.ChangeStream;
import org.speedwell.accelerator.follow.RowChange;
import org.speedwell.accelerator.model.Position;
import org.speedwell.streaming.PushSource;
import org.speedwell.streaming.engine.BlockingWork;
import org.speedwell.streaming.engine.Failures;

/**
 * Reads changes ahead, on a virtual thread, each with the place behind it. Transactions are read anew from their beginning,
 * and what was given of them is passed over. The job's thread takes what was read.
 */
final class ChangeReader<C extends RowChange<?>> {
    private static final int AHEAD = 4096;

    /** How often it is looked whether there is to be an end. */
    private static final Duration PATIENCE = Duration.ofMillis(50);

    private final DataStoreComponent store;
    private final List<Manager<?>> tables;
    private final Predicate<? super C> filter;
    private final String name;
    private final PushSource<Read<C>> queue = new PushSource<>(AHEAD);
    private final Thread thread;
    private volatile boolean stopped;

    /** Written before the queue is stopped. */
    private volatile @Nullable Throwable failure;

    private Position base;
    private Instant latest;

    /** Changes behind the base that were given out, and how many of them have been read. */
    private long given;

    private long read;

    /** A change and the place behind it; no change if only the place has moved. */
    record Read<C>(@Nullable C change, Place place) {}

    /**
     * Begins to read.
     *
     * @param start where it begins if from {@link Place#START}; null for now
     */
    ChangeReader(
            DataStoreComponent store,
            List<Manager<?>> tables,
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

    /** Begins no other transaction. */
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
                    tellOf(changes.position());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the job is over
        } catch (Throwable e) {
            failure = e;
        } finally {
            queue.stop();
        }
    }

    private ChangeStream open() {
        return base.equals(Place.START.position()) ? store.changes(tables) : store.changes(base, tables);
    }

    @SuppressWarnings("unchecked") // changes are of the tables
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
        tellOf(transaction.position());
    }

    private <E> RowChange<E> timed(RowChange<E> change) {
        return new RowChange<>(change.table(), change.transaction(), latest, change.before(), change.after());
    }

    /** Also where nothing is given the place moves on. */
    private void tellOf(Position position) throws InterruptedException {
        if (moveTo(position)) {
            push(null);
        }
    }

    /** All that was read lies before the position, unless it is the same. */
    private boolean moveTo(Position position) {
        if (position.equals(base)) {
            return false;
        }
        if (read > 0 && given > read) {
            throw new IllegalStateException("There were " + given + " changes behind " + base + " when the job was here"
                    + " before, and now there are " + read + ": the tables or the server are others.");
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
            throw new InterruptedException("The job is over.");
        }
    }
}
