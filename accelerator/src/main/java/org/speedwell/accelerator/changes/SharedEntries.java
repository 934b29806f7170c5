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
import org.speedwell.accelerator.replication.BinlogFeed;
import org.speedwell.accelerator.replication.BinlogProgress;
import org.speedwell.accelerator.replication.BinlogTap;
import org.speedwell.accelerator.replication.EntryQueue;

/**
 * The entries of a binlog from a position on: those that somebody's feed reads anyhow where it has them all, else by a
 * connection of its own until it has. Some may come twice where one takes the place of the other. For one thread, but for
 * {@link #close} and {@link #problem}.
 */
final class SharedEntries implements AutoCloseable {
    private final Supplier<@Nullable BinlogTap> taps;
    private final BiFunction<Position, Consumer<@Nullable String>, BinlogFeed> feeds;
    private volatile @Nullable BinlogTap tap;
    private volatile @Nullable BinlogFeed own;
    private volatile @Nullable String problem;
    private boolean closed;

    /**
     * Nothing is read yet.
     *
     * @param taps another tap of somebody's feed; null while nobody reads the same binlog
     * @param feeds a feed from a position on, which tells why there is no connection
     */
    SharedEntries(
            Supplier<@Nullable BinlogTap> taps, BiFunction<Position, Consumer<@Nullable String>, BinlogFeed> feeds) {
        this.taps = taps;
        this.feeds = feeds;
    }

    /** Behind which somebody's feed has all; null where there is none, or none that answers in time. */
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
     * The next entry.
     *
     * @param reached what is known already
     * @param from behind which a connection has to begin
     * @return null if none came in time
     * @throws BinlogException if it cannot be read on
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
            newTap(); // all has been read: from here on somebody may read for both
        }
        return entry;
    }

    /** The tap, if it has all that is not known yet. */
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
        BinlogFeed former = own;
        if (former != null) {
            own = null;
            former.close();
        }
        return now;
    }

    private synchronized @Nullable EntryQueue own(Position from) {
        BinlogFeed now = own;
        if (now != null && now.isEnded() && now.queue().isEmpty() && !closed) {
            now.close();
            now = null; // another one goes on
        }
        if (now == null && !closed) {
            now = feeds.apply(from, reason -> problem = reason);
            own = now;
            now.start();
        }
        return now == null ? null : now.queue();
    }

    /** Why the server cannot be reached, while it cannot. For any thread. */
    @Nullable
    String problem() {
        BinlogTap shared = tap;
        return own != null ? problem : shared == null ? null : shared.problem();
    }

    /** Ends the reading, and waits for it. For any thread. */
    @Override
    public void close() {
        BinlogTap shared;
        BinlogFeed feed;
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
