package org.speedwell.accelerator.memory;

/**
 * The most native bytes that all leases of this JVM may hold when something is added under this budget.
 *
 * @param bytes at least 1
 */
public record MemoryBudget(long bytes) {
    /** No limit but the machine's. */
    public static final MemoryBudget UNLIMITED = new MemoryBudget(Long.MAX_VALUE);

    /** Memory found by the collector's first round may itself lead to more. */
    private static final int ROUNDS = 2;

    /**
     * Makes sure that so many bytes more are allowed now.
     *
     * @throws MemoryBudgetException if they are not
     */
    public void require(long more) {
        long held = Lease.allocatedBytes();
        if (more > bytes - held) {
            throw new MemoryBudgetException(more, held, bytes);
        }
    }

    /**
     * As {@link #require}, but first has the memory returned that nobody can reach any more, if it is needed.
     *
     * @throws MemoryBudgetException if they are still not allowed
     */
    public void awaitRoom(long more) {
        for (int round = 0; round < ROUNDS && more > bytes - Lease.allocatedBytes(); round++) {
            Lease.reclaim();
        }
        require(more);
    }
}
