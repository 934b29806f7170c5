package org.speedwell.accelerator.query;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The conversion of entities into values and back, for messages to other JVMs. Immutable and thread-safe.
 *
 * @param <E> the class of the entities
 */
public interface EntityValues<E> {
    /**
     * Returns the classes of the values by the names of the columns. These include columns that entities do not show,
     * such as foreign keys.
     */
    Map<String, Class<?>> classes();

    /** Returns the primary key of an entity; null for a column that the entity does not hold. */
    List<@Nullable Object> key(E entity);

    /**
     * Returns the values of an entity as the database has them, one for each of the {@link #classes}. They are null for
     * columns that the entity does not hold.
     */
    @Nullable
    Object[] of(E entity);

    /** Returns a new entity with values of {@link #of}. A reference holds an entity with only its key. There are no lists. */
    E entity(@Nullable Object[] values);
}
