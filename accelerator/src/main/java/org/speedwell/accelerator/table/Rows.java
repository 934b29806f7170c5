package org.speedwell.accelerator.table;

/**
 * Rows that joins can read besides the tables of the database. They are a {@link Table}, or a source that publishes one
 * table after the other, such as a streaming view. Thread-safe.
 *
 * @param <E> the type of the rows
 */
public interface Rows<E> {
    /** Returns the current rows. All tables that it returns have the same schema. */
    Table<E> table();
}
