package org.speedwell.accelerator.plan;

import java.util.function.LongSupplier;

/**
 * Told what a query does while it does it, in words for people. A query without a trace says nothing and pays nothing:
 * all that writes to a trace stands behind a test for null.
 */
@FunctionalInterface
public interface Trace {
    /**
     * One step, in the order of execution.
     *
     * @param what what was done and on what: {@code filter rating = PG13 → sorted index on rating}
     * @param rowsIn how many rows (or values) it had to choose from
     * @param rowsOut how many it left
     */
    void step(String what, long rowsIn, long rowsOut);

    /** As {@link #step}, for one that runs row by row behind the others: its numbers are known when all is done. */
    default void rowStep(String what, LongSupplier rowsIn, LongSupplier rowsOut) {}

    /** An entity was made. Called by any thread that runs a part of the pipeline. */
    default void entityMade() {}
}
