package org.speedwell.accelerator.memory;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The heap memory that one query collects, as the tuples that it sorts. The query counts it here, and is refused when it
 * exceeds the memory budget or nearly fills the heap. Thread-safe.
 */
public final class WorkingMemory {
    /** The query is checked each time it has counted this many bytes more. */
    private static final long STEP = 1 << 20;

    /** A query that has collected less than this part of the heap is never refused because the heap is full. */
    private static final int SMALL_PART = 64;

    /** The heap counts as spacious while this part of it is free. */
    private static final int SPACIOUS_PART = 4;

    /** This part of the heap stays free for the rest of the application. */
    private static final int RESERVED_PART = 8;

    private final MemoryBudget budget;
    private final AtomicLong bytes = new AtomicLong();

    /** The free bytes of the heap from which on the next check collects garbage. */
    private volatile long checkedBelow = maximum() / SPACIOUS_PART;

    /**
     * Creates the memory of a query that has collected nothing yet.
     *
     * @param budget the budget that limits it
     */
    public WorkingMemory(MemoryBudget budget) {
        this.budget = budget;
    }

    /**
     * Counts bytes that the query is about to collect.
     *
     * @param more about how many
     * @throws MemoryBudgetException if the budget or the heap does not allow them
     */
    public void add(long more) {
        long now = bytes.addAndGet(more);
        if (now / STEP != (now - more) / STEP) {
            check(now, more);
        }
    }

    /** Counts bytes as free that the query has collected and no longer holds. */
    public void release(long less) {
        bytes.addAndGet(-less);
    }

    /** Returns whether the budget has room for a query that collects this many bytes. */
    public static boolean allows(MemoryBudget budget, double bytes) {
        return bytes < (double) maximum() / SPACIOUS_PART && budget.allows((long) bytes);
    }

    private void check(long now, long more) {
        budget.require(now);
        if (now > maximum() / SMALL_PART && free() - more < checkedBelow) {
            checkHeap(now, more);
        }
    }

    /** Used memory contains garbage, so that only a collection tells what is free. */
    private synchronized void checkHeap(long now, long more) {
        if (free() - more >= checkedBelow) {
            return; // another thread of the query has collected garbage meanwhile
        }
        try {
            OldCollection.run(() -> free() - more >= checkedBelow);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        long free = free();
        long reserved = maximum() / RESERVED_PART;
        if (free - more < reserved) {
            throw new MemoryBudgetException(now, free, maximum());
        }
        checkedBelow = Math.min(maximum() / SPACIOUS_PART, (free + reserved) / 2);
    }

    private static long maximum() {
        return Runtime.getRuntime().maxMemory();
    }

    private static long free() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
    }
}
