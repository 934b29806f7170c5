package org.speedwell.accelerator;

/** What happens when a pipeline leaves columns for entities, which answers the same but takes longer. */
public enum Fallback {
    /** Nothing. */
    SILENT,
    /** A warning is logged, once for each place in the code and reason. */
    WARN,
    /** The operation that would leave columns throws a {@link FallbackException}. */
    FAIL
}
