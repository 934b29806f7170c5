package org.speedwell.accelerator.mapping;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The way from a value of the database to a value of an attribute. */
public sealed interface Conversion {

    /** The type of the column and the class of the attribute determine the conversion. */
    record ByType() implements Conversion {}

    /** The column holds the names of enum constants. */
    record EnumName() implements Conversion {}

    /** The column holds the ordinals of enum constants. */
    record EnumOrdinal() implements Conversion {}

    /** The column holds JSON, which the library Jackson reads. */
    record Json() implements Conversion {}

    /** The driver returns a date, a time or a timestamp, whatever the type of the column is. */
    record Temporal(Class<? extends java.util.Date> databaseClass) implements Conversion {}

    /**
     * A function of the application converts the values.
     *
     * @param databaseClass the class of the function's argument
     * @param toAttribute converts a value of the database, which may be null
     * @param toDatabase converts a value of the attribute
     */
    record ByFunction(
            Class<?> databaseClass,
            Function<@Nullable Object, @Nullable Object> toAttribute,
            Function<@Nullable Object, @Nullable Object> toDatabase)
            implements Conversion {}
}
