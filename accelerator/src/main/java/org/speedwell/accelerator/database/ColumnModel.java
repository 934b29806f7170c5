package org.speedwell.accelerator.database;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.model.ColumnId;

/**
 * A column of the application's model.
 *
 * @param name the column's name in the database
 * @param property the path of the attribute that shows the value in entities, such as {@code address.city}; null if no
 *     attribute does
 * @param nullable true if the column can be NULL in the database
 * @param reader reads the value from an entity
 * @param databaseClass the class of the values that JDBC returns
 * @param valueClass the class of the values in entities, boxed
 * @param primitive true if entities store the value as a primitive and so cannot hold NULL
 * @param mapper from JDBC's value, which may be null, to the entity's value; null if both are the same
 * @param inverse from the entity's value to JDBC's value; null if both are the same
 */
public record ColumnModel<E>(
        String name,
        @Nullable String property,
        boolean nullable,
        ColumnId identifier,
        Function<E, @Nullable Object> reader,
        Class<?> databaseClass,
        Class<?> valueClass,
        boolean primitive,
        @Nullable Function<@Nullable Object, @Nullable Object> mapper,
        @Nullable Function<Object, ? extends @Nullable Object> inverse) {

    /** Returns the same column with another name. */
    public ColumnModel<E> named(String other) {
        return new ColumnModel<>(
                other, property, nullable, identifier, reader, databaseClass, valueClass, primitive, mapper, inverse);
    }

    /** Returns the entity's value for a value that JDBC returns. */
    @Nullable
    public Object value(@Nullable Object database) {
        return mapper == null ? database : ColumnBuilder.mapped(mapper, database);
    }

    /** Returns the value that JDBC returns for an entity's value. */
    @Nullable
    public Object databaseValue(@Nullable Object value) {
        return inverse == null || value == null ? value : inverse.apply(value);
    }

    /** Returns the value of an entity in the form that JDBC returns. */
    @Nullable
    public Object databaseValueOf(E entity) {
        return databaseValue(reader.apply(entity));
    }
}
