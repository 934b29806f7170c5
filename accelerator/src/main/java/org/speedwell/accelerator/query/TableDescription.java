package org.speedwell.accelerator.query;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.model.TableId;

/**
 * A table of a store, for code that does not know the class of its rows: its columns, and the conversion of its entities
 * for messages to other JVMs. {@link DataStore#describe} returns the tables of a store. Immutable and thread-safe.
 *
 * @param <E> the class of the rows
 */
public interface TableDescription<E> {
    /** Returns the names of the database, the schema and the table. Applications with the same model have the same. */
    TableId<E> identifier();

    /** Returns the class of the rows, which {@link DataStore#stream} takes. An entity may belong to a subclass. */
    Class<E> rows();

    /** Returns whether the table is to be in memory. */
    boolean isHeld();

    /** Returns the columns in memory that rows show, in their order; empty if the table is not to be in memory. */
    List<TableColumn<E>> columns();

    /**
     * Returns the classes of all values of a row by the names of the columns, also of columns that rows do not show, such
     * as foreign keys.
     */
    Map<String, Class<?>> valueClasses();

    /** Returns the primary key of an entity; null for a column that the entity does not hold. */
    List<@Nullable Object> key(E entity);

    /**
     * Returns the values of an entity as the database has them, one for each of the {@link #valueClasses}. They are null
     * for columns that the entity does not hold.
     */
    @Nullable
    Object[] values(E entity);

    /** Returns a new entity with the given {@link #values}. It has no references and no lists. */
    E entity(@Nullable Object[] values);
}
