package org.speedwell.accelerator.live;

/** The limit and the current use of heap by the incremental states of maintained queries. Thread-safe. */
final class StateBudget {
    private final long limit;
    private long used;

    /** @param limit the most bytes that all states may take together */
    StateBudget(long limit) {
        this.limit = limit;
    }

    /** Returns the bytes that all states take. */
    synchronized long used() {
        return used;
    }

    /**
     * Replaces a state by another. A state that does not grow always fits.
     *
     * @param before the bytes of the former state; 0 if there is none
     * @param after the bytes of the new state; 0 if there is none
     * @return why the new state does not fit, in which case nothing changes; empty if it fits
     */
    synchronized String replace(long before, long after) {
        if (after > before && used - before + after > limit) {
            return ("its state needs %,d bytes in addition to the %,d of other maintained queries, but"
                            + " maintainedBudget allows %,d in total")
                    .formatted(after, used - before, limit);
        }
        used += after - before;
        return "";
    }
}
