package org.speedwell.accelerator.store;

import java.util.List;
import org.speedwell.accelerator.model.TableId;

/** The attributes of entities that hold rows of other tables of the same version. Immutable and thread-safe. */
public interface EntityLinks<E> {
    /** Returns the other tables. */
    List<TableId<?>> tables();

    /**
     * Finds the other tables.
     *
     * @param table the table of the entities, in the version
     * @throws IllegalStateException if a table is missing, or its rows cannot be found
     */
    InVersion<E> in(TableStore<E> table, Tables version);

    /** The attributes in one version. Thread-safe. */
    @FunctionalInterface
    interface InVersion<E> {
        /**
         * Sets the attributes of an entity.
         *
         * @param row the row of the entity
         * @param graph creates the entities of other rows
         */
        void set(E entity, int row, EntityGraph graph);
    }
}
