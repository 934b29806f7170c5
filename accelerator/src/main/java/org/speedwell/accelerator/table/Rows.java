package org.speedwell.accelerator.table;

/**
 * Rows that joins can read besides the tables of the database: a {@link Table}, or what publishes one after the other, as a
 * streaming view does. Thread-safe.
 *
 * @param <E> rows
 */
public interface Rows<E> {
    /** Returns the rows as they are now. All tables that it ever returns have one schema. */
    Table<E> table();
}
