package org.speedwell.demo.live;

import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.speedwell.demo.live.LiveRows.NewRental;
import org.speedwell.demo.shop.DemoException;
import org.speedwell.demo.shop.Failures;
import org.speedwell.demo.shop.Shop;

/**
 * A generator that makes rentals at a rate while it is on. It writes each rental with its payment to the database.
 * After the commit it passes the rental to the windows. While the database is unreachable, it tries again. Thread-safe.
 */
final class RentalGenerator implements AutoCloseable {
    static final int MAX_RATE = 2_000;
    private static final int MAX_RENTALS_AT_ONCE = 1_000;
    private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);

    /** The number of attempts to remove the rows after a stop, if the database fails. */
    private static final int REMOVALS = 3;

    private final Shop shop;
    private final Catalogue catalogue;
    private final RentalWindows windows;
    private final CommitTimes commits;
    private final ThreadFactory threads;
    private final RandomGenerator random;

    /** The thread that writes; null before the first start, and as soon as the thread has decided to end. */
    private @Nullable Thread thread;

    private volatile int rate;
    private final AtomicLong written = new AtomicLong();
    private volatile long lastWrite;
    private volatile @Nullable String problem;

    RentalGenerator(Shop shop, Catalogue catalogue, RentalWindows windows, CommitTimes commits) {
        this(
                shop,
                catalogue,
                windows,
                commits,
                Thread.ofPlatform().daemon().name("rentals").factory(),
                RandomGenerator.getDefault());
    }

    RentalGenerator(
            Shop shop,
            Catalogue catalogue,
            RentalWindows windows,
            CommitTimes commits,
            ThreadFactory threads,
            RandomGenerator random) {
        this.shop = shop;
        this.catalogue = catalogue;
        this.windows = windows;
        this.commits = commits;
        this.threads = threads;
        this.random = random;
    }

    /** Returns the rentals per second; 0 while the generator is off. */
    int rate() {
        return rate;
    }

    /** Returns the number of rentals written since the first start. */
    long written() {
        return written.get();
    }

    /** Returns when the generator last wrote or removed rows, in milliseconds since 1970; 0 for never. */
    long lastWrite() {
        return lastWrite;
    }

    /** Returns why the generator writes nothing although it is on; null if there is no problem. */
    @Nullable
    String problem() {
        return problem;
    }

    /**
     * Turns the generator on, or changes its rate.
     *
     * @param perSecond the rentals per second, from 1 to {@link #MAX_RATE}
     * @throws DemoException if the demo did not create the schema
     */
    synchronized void start(int perSecond) {
        if (!shop.isWritable()) {
            throw new DemoException(
                    "The demo did not create this schema and never changes it, so it cannot write rentals."
                            + " Start the demo without --url, or on a server without a schema sakila.");
        }
        rate = Math.clamp(perSecond, 1, MAX_RATE);
        if (thread == null || !thread.isAlive()) {
            Thread made = threads.newThread(this::run);
            thread = made;
            made.start();
        }
    }

    /**
     * Turns the generator off, and removes its rows so that the database contains only Sakila again. Waits at most 15 s
     * for that.
     */
    void stop() {
        Thread running;
        synchronized (this) {
            rate = 0;
            running = thread;
        }
        if (running != null) {
            LockSupport.unpark(running);
            try {
                running.join(TimeUnit.SECONDS.toMillis(15));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Removes the rows of an earlier run that was killed. */
    void removeLeftovers() {
        if (shop.isWritable()) {
            try (LiveRows rows = LiveRows.open(shop.database())) {
                rows.removeAll();
            } catch (SQLException e) {
                throw new DemoException("Cannot delete the old live rentals: " + e.getMessage(), e);
            }
        }
    }

    private void run() {
        boolean isClean = true; // false while the database may have rows of this run
        int failedRemovals = 0;
        while (isNeeded(isClean || failedRemovals >= REMOVALS)) {
            try (LiveRows rows = LiveRows.open(shop.database())) {
                problem = null;
                isClean = false;
                write(rows);
                rows.removeAll();
                isClean = true;
                lastWrite = System.currentTimeMillis();
            } catch (SQLException e) {
                problem = Failures.text(e);
                failedRemovals = rate > 0 ? 0 : failedRemovals + 1;
                LockSupport.parkNanos(PAUSE);
            } catch (InterruptedException e) {
                rate = 0;
            }
        }
    }

    /**
     * Returns whether the generator is on, or still has rows to remove. If not, the next start needs another thread,
     * even while this thread still exists.
     */
    private synchronized boolean isNeeded(boolean isRemoved) {
        if (rate > 0 || !isRemoved) {
            return true;
        }
        problem = null;
        thread = null;
        return false;
    }

    private void write(LiveRows rows) throws SQLException, InterruptedException {
        RentalSchedule schedule = new RentalSchedule(System.nanoTime());
        while (rate > 0) {
            long begin = System.nanoTime();
            int count = schedule.due(begin, rate, MAX_RENTALS_AT_ONCE);
            if (count > 0) {
                List<NewRental> rentals = rentals(count);
                long committing = rows.write(rentals, written.get());
                if (commits.isWanted()) {
                    rows.binlogEnd().ifPresent(end -> commits.add(end, committing));
                }
                written.addAndGet(rentals.size());
                lastWrite = System.currentTimeMillis();
                push(rentals);
            }
            LockSupport.parkNanos(begin + PERIOD - System.nanoTime());
        }
    }

    /**
     * Returns up to this number of rentals. A customer rents a copy only once at a time: Sakila has a unique key of time,
     * copy and customer. A second row would replace the first, whose payment would then belong to no rental.
     */
    private List<NewRental> rentals(int count) {
        Set<NewRental> rentals = new LinkedHashSet<>();
        for (int i = 0; i < count; i++) {
            rentals.add(NewRental.random(catalogue, random));
        }
        return List.copyOf(rentals);
    }

    private void push(List<NewRental> rentals) throws InterruptedException {
        long now = System.currentTimeMillis();
        for (NewRental each : rentals) {
            windows.push(new RentalMade(
                    now,
                    each.copy().storeId(),
                    each.copy().filmId(),
                    each.copy().categoryId(),
                    each.copy().cents()));
        }
    }

    @Override
    public void close() {
        stop();
    }
}
