package org.speedwell.accelerator.database;

import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.model.ColumnId;

/**
 * A column as the model of the application has it.
 *
 * @param name the database's name of it
 * @param setter gives a value to an entity
 * @param getter the function by which the application reads the value from an entity
 * @param reader from an entity to the value as the database holds it
 * @param databaseClass the class of the values that JDBC gives
 * @param valueClass the class of the values in entities, boxed
 * @param primitive whether entities hold it as a primitive and so cannot hold NULL
 * @param mapper from JDBC's value to the entity's, of null too; null where they are the same
 */
public record ColumnModel<E>(
        String name,
        ColumnId identifier,
        BiConsumer<E, Object> setter,
        Object getter,
        Function<E, @Nullable Object> reader,
        Class<?> databaseClass,
        Class<?> valueClass,
        boolean primitive,
        @Nullable Function<@Nullable Object, @Nullable Object> mapper) {

    /** The same under another name. */
    public ColumnModel<E> named(String other) {
        return new ColumnModel<>(
                other, identifier, setter, getter, reader, databaseClass, valueClass, primitive, mapper);
    }

    /** What entities hold of what JDBC gives. */
    @Nullable
    public Object value(@Nullable Object database) {
        return mapper == null ? database : ColumnBuilder.mapped(mapper, database);
    }
}
