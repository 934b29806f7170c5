package org.speedwell.accelerator.model;

/** A phase of the load of a table. */
public enum LoadPhase {
    /** The load reads the rows of the table from the database. */
    READING,
    /** All rows are read, and the load builds columns and indexes. */
    BUILDING,
    /** The table is loaded and indexed. */
    DONE
}
