package org.speedwell.accelerator;

/**
 * What happens when a pipeline leaves columns for entities, which answers the same but takes longer, or a join of tables in
 * memory goes to the database.
 */
public enum Fallback {
    /** Nothing, but for a warning at the first join. */
    SILENT,
    /** A warning is logged, once for each place in the code and reason. */
    WARN,
    /** The operation that would leave columns throws a {@link FallbackException}, and so does the building of a join. */
    FAIL
}
