package org.speedwell.accelerator.store;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.TableId;

/** The attributes of entities that hold rows of other tables of the same version. Immutable and thread-safe. */
public interface EntityLinks<E> {
    /** Returns the other tables. */
    List<TableId<?>> tables();

    /** Returns whether a constructor takes the other entities, so that no entity exists without them. */
    boolean areArguments();

    /**
     * Finds the other tables.
     *
     * @param table the table of the entities, in the version
     * @throws IllegalStateException if a table is missing, or its rows cannot be found
     */
    InVersion<E> in(TableStore<E> table, Tables version);

    /** The attributes in one version. Thread-safe. */
    interface InVersion<E> {
        /**
         * Returns the entities of other rows that the constructor of a record takes, in the order of its components.
         * Returns an empty array for other entities.
         *
         * @param row the row of the entity
         * @param graph creates the entities of other rows
         */
        @Nullable
        Object[] arguments(int row, EntityGraph graph);

        /**
         * Sets the attributes of an entity that its constructor does not take.
         *
         * @param row the row of the entity
         * @param graph creates the entities of other rows
         */
        void set(E entity, int row, EntityGraph graph);
    }
}
