package org.speedwell.accelerator;

/** What becomes of a stream that asks for what is not in memory. */
public enum NotLoaded {
    /** It throws: a {@link DataStoreNotLoadedException} for a table, an {@link IllegalStateException} for a column. */
    FAIL,
    /** It comes from the database, at the database's speed. */
    SQL
}
