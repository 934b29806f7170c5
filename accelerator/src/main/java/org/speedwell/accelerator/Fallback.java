package org.speedwell.accelerator;

/**
 * The reaction to a fallback: the engine evaluates an operation row by row on entities, which is slower but returns the
 * same result. It is also the reaction when the database executes a join of tables in memory.
 */
public enum Fallback {
    /** No reaction, except a warning at the first join that the database executes. */
    SILENT,
    /** A warning in the log, once for each reason and place in the code. */
    WARN,
    /** A {@link FallbackException}, which the operation or the building of the join throws. */
    FAIL
}
