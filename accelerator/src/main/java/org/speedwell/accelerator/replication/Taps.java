package org.speedwell.accelerator.replication;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.model.Position;

/** The second readers of a feed. The feed's thread calls {@link #give} and {@link #begin}; other methods are thread-safe. */
final class Taps {
    private static final System.Logger LOG = System.getLogger(Taps.class.getName());

    private final Queue<BinlogTap> pending = new ConcurrentLinkedQueue<>();
    private final List<BinlogTap> taps = new CopyOnWriteArrayList<>();
    private volatile boolean isEnded;

    /** Adds a reader, which begins with the next call of {@link #begin}. */
    BinlogTap add(BiPredicate<String, String> tables) {
        BinlogTap tap = new BinlogTap(tables);
        pending.add(tap);
        if (isEnded) {
            tap.end();
        }
        return tap;
    }

    /** Returns whether a reader that has begun follows a table. */
    boolean follows(String schema, String table) {
        return taps.stream().anyMatch(tap -> tap.follows(schema, table));
    }

    /** Passes on why nothing can be read; null if something is read. */
    void connection(@Nullable String problem) {
        taps.forEach(tap -> tap.connection(problem));
    }

    /** Passes an entry to all readers, before the main reader drops its rows. A reader that fails is ended. */
    void give(BinlogEntry entry) {
        taps.removeIf(tap -> !given(tap, entry));
    }

    private static boolean given(BinlogTap tap, BinlogEntry entry) {
        try {
            return tap.give(entry);
        } catch (Throwable e) { // failures of a second reader do not affect the first one
            tap.end();
            LOG.log(
                    System.Logger.Level.WARNING,
                    () -> "A stream of changes now uses its own connection to the binlog: " + e);
            return false;
        }
    }

    /** Returns whether readers wait for their begin. */
    boolean isAnyPending() {
        return !pending.isEmpty();
    }

    /** Begins the waiting readers at a position. */
    void begin(Position at) {
        for (BinlogTap tap = pending.poll(); tap != null; tap = pending.poll()) {
            taps.add(tap);
            tap.begin(at);
        }
    }

    /** Ends all readers after the entries in their queues. */
    void end() {
        isEnded = true;
        taps.forEach(BinlogTap::end);
        pending.forEach(BinlogTap::end);
    }
}
