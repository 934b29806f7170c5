package org.speedwell.accelerator.model;

/** A phase of the load of a table. */
public enum LoadPhase {
    /** Reads its rows from the database. */
    READING,
    /** Builds columns and indexes; all rows are read. */
    BUILDING,
    /** The table is loaded and indexed. */
    DONE
}
