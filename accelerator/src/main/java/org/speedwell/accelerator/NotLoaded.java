package org.speedwell.accelerator;

/** The behaviour of streams whose data is not in memory. */
public enum NotLoaded {
    /**
     * The stream throws a {@link DataStoreNotLoadedException} for a table, or an {@link IllegalStateException} for a
     * column.
     */
    FAIL,
    /** The stream reads the database, at the speed of the database. */
    SQL
}
