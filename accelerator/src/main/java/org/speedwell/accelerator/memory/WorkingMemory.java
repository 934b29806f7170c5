package org.speedwell.accelerator.memory;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The heap memory that one query collects, for example the tuples that it sorts. The query counts its bytes here. A
 * query fails if it exceeds the memory budget or nearly fills the heap. Thread-safe.
 */
public final class WorkingMemory {
    /** The number of bytes between two checks of a query. */
    private static final long STEP = 1 << 20;

    /**
     * The divisor for small queries: a query that has collected at most 1/64 of the heap never fails because the heap
     * is full.
     */
    private static final int SMALL_PART = 64;

    /** The divisor for free space: the heap is spacious while at least 1/4 of it is free. */
    private static final int SPACIOUS_PART = 4;

    /** The divisor for the reserve: 1/8 of the heap remains free for the rest of the application. */
    private static final int RESERVED_PART = 8;

    private final MemoryBudget budget;
    private final AtomicLong bytes = new AtomicLong();

    /** The number of free bytes of the heap below which the next check collects garbage. */
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
     * @param more the approximate number of bytes
     * @throws MemoryBudgetException if the budget or the heap does not allow them
     */
    public void add(long more) {
        long now = bytes.addAndGet(more);
        if (now / STEP != (now - more) / STEP) {
            check(now, more);
        }
    }

    /** Subtracts bytes that the query no longer holds. */
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

    /**
     * Checks the heap after a collection. Used memory contains garbage, so that only a collection shows how much is
     * free.
     */
    private synchronized void checkHeap(long now, long more) {
        if (free() - more >= checkedBelow) {
            return; // meanwhile another thread of the query has collected garbage
        }
        try {
            OldCollection.collectUntil(() -> free() - more >= checkedBelow);
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
