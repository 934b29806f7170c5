package org.speedwell.accelerator.joins;

/** The start of joins, with all classes whose rows they can name. Immutable and thread-safe. */
public interface JoinStart {
    /**
     * Starts a join of tables.
     *
     * @throws IllegalArgumentException if no table has rows of this class
     */
    <E> Join1<E> from(Class<E> rows);
}
