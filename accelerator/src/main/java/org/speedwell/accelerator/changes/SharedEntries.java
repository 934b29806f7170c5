package org.speedwell.accelerator.changes;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.binlog.BinlogException;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.replication.BinlogProgress;
import org.speedwell.accelerator.replication.BinlogTap;
import org.speedwell.accelerator.replication.ChangeFeed;
import org.speedwell.accelerator.replication.EntryQueue;

/**
 * The entries of a binlog from a position on. It takes them from the feed of a follower if that feed contains all
 * missing entries. Otherwise it opens its own connection until the follower's feed does. At a switch some entries may
 * come twice. For one thread, except {@link #close} and {@link #problem}.
 */
final class SharedEntries implements AutoCloseable {
    private final Supplier<@Nullable BinlogTap> taps;
    private final BiFunction<Position, Consumer<@Nullable String>, ChangeFeed> feeds;
    private volatile @Nullable BinlogTap tap;
    private volatile @Nullable ChangeFeed own;
    private volatile @Nullable String problem;
    private boolean closed;

    /**
     * Creates a source that does not read yet.
     *
     * @param taps opens a tap on the feed of a follower; null while no follower reads the same binlog
     * @param feeds creates a feed of its own from a position; the feed reports to the consumer why it has no connection
     */
    SharedEntries(
            Supplier<@Nullable BinlogTap> taps, BiFunction<Position, Consumer<@Nullable String>, ChangeFeed> feeds) {
        this.taps = taps;
        this.feeds = feeds;
    }

    /**
     * Opens a tap and returns the position from which it contains all entries; null if there is no tap, or none starts
     * in time.
     */
    @Nullable
    Position tap(Duration patience) throws InterruptedException {
        BinlogTap asked = newTap();
        if (asked == null) {
            return null;
        }
        try {
            asked.awaitStart(patience);
        } catch (InterruptedException e) {
            close();
            throw e;
        }
        return asked.start();
    }

    private synchronized @Nullable BinlogTap newTap() {
        BinlogTap made = closed ? null : taps.get();
        tap = made;
        return made;
    }

    /**
     * Returns the next entry.
     *
     * @param reached the entries that the caller already has
     * @param from the position at which an own connection must begin
     * @return null if no entry came in time
     * @throws BinlogException if the binlog cannot be read any further
     */
    @Nullable
    BinlogEntry poll(long nanos, BinlogProgress reached, Position from) throws BinlogException, InterruptedException {
        BinlogTap shared = tapFrom(reached);
        EntryQueue queue = shared == null ? own(from) : shared.queue();
        EntryQueue.Item item = queue == null ? null : queue.poll(nanos);
        if (item == null) {
            return null;
        }
        BinlogException end = item.end();
        if (end != null) {
            throw end;
        }
        BinlogEntry entry = requireNonNull(item.entry());
        if (entry instanceof BinlogEntry.Heartbeat && tap == null) {
            newTap(); // all has been read: from here a follower may read for both
        }
        return entry;
    }

    /** Returns the tap if it contains all entries that the caller does not have; otherwise null. */
    private synchronized @Nullable BinlogTap tapFrom(BinlogProgress reached) {
        BinlogTap now = tap;
        if (now == null) {
            return null;
        }
        Position start = now.start();
        if (now.isEnded() && (own != null || start == null || now.queue().isEmpty())) {
            now.close();
            tap = null;
            return null;
        }
        if (start == null || !reached.covers(start)) {
            return null;
        }
        ChangeFeed former = own;
        if (former != null) {
            own = null;
            former.close();
        }
        return now;
    }

    private synchronized @Nullable EntryQueue own(Position from) {
        ChangeFeed now = own;
        if (now != null && now.isEnded() && now.queue().isEmpty() && !closed) {
            now.close();
            now = null; // a new feed continues
        }
        if (now == null && !closed) {
            now = feeds.apply(from, reason -> problem = reason);
            own = now;
            now.start();
        }
        return now == null ? null : now.queue();
    }

    /** Returns why the server cannot be reached; null while it can. For any thread. */
    @Nullable
    String problem() {
        BinlogTap shared = tap;
        return own != null ? problem : shared == null ? null : shared.problem();
    }

    /** Stops reading, and waits until it has stopped. For any thread. */
    @Override
    public void close() {
        BinlogTap shared;
        ChangeFeed feed;
        synchronized (this) {
            closed = true;
            shared = tap;
            feed = own;
        }
        if (shared != null) {
            shared.close();
        }
        if (feed != null) {
            feed.close();
        }
    }
}
