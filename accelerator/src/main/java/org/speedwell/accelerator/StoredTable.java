package org.speedwell.accelerator;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.TableId;

/**
 * The description of a table, and the conversion of its entities for messages to other JVMs. Immutable and thread-safe.
 *
 * @param <E> the class of the rows
 */
public interface StoredTable<E> {
    /** Returns the name, which is the same in all applications with the same model and schema. */
    TableId<E> identifier();

    /** Returns the class of the rows. An entity may be an instance of a subclass. */
    Class<E> rows();

    /** Returns the columns by name, each with the class of its values in entities. */
    Map<String, Class<?>> columns();

    /** Returns the primary key of an entity; null for a column that the entity does not hold. */
    List<@Nullable Object> key(E entity);

    /**
     * Returns the values of an entity as the database has them, one for each of the {@link #columns}. They are null for
     * columns that the entity does not hold, such as foreign keys of references.
     */
    @Nullable
    Object[] values(E entity);

    /** Returns a new entity with the given {@link #values}. It has no references and no lists. */
    E entity(@Nullable Object[] values);
}
