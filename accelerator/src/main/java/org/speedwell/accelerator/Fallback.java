package org.speedwell.accelerator;

/** What happens where a part of a pipeline cannot run on columns and runs as an ordinary stream of entities. */
public enum Fallback {
    /** Nothing is said. */
    SILENT,
    /** A log line tells the operation and the reason. */
    WARN,
    /** A {@link DataStoreException} tells the operation and the reason: for those who want to be sure. */
    FAIL
}
