package org.speedwell.accelerator.query;

import java.util.Map;
import java.util.Optional;

/**
 * A column of a table in memory, for code that does not know the class of the rows. Immutable and thread-safe.
 *
 * {@snippet :
 * RowEncoder<Film> encoder = RowEncoder.csv();
 * for (TableColumn<Film> column : memory.describe(Film.class).columns()) {
 *     encoder = column.addTo(encoder);
 * }
 * }
 *
 * @param <E> the class of the rows
 */
public interface TableColumn<E> {
    /** Returns the name of the column in the database. */
    String name();

    /**
     * Returns the name of the attribute that shows the value. No two columns of a table have the same. Attributes of an
     * embedded object follow its name: {@code address.city}. A foreign key is the key of its reference:
     * {@code language.languageId}.
     */
    String property();

    /** Returns the class of the values, boxed. */
    Class<?> valueClass();

    /** Returns whether a value can be null. */
    boolean isNullable();

    /**
     * Returns the constants of an enum by the texts that encoders write for them, in the order of their declaration.
     * The texts are those of the database, or the names of the constants if the database has no text for each. Empty
     * for other columns.
     */
    Map<String, Object> constants();

    /**
     * Returns the predicates and comparators of the column, a {@link TextField} for texts; empty if its values have no
     * order.
     */
    Optional<Field<E, ?>> field();

    /** Returns an encoder that also writes this column, under its property. */
    RowEncoder<E> addTo(RowEncoder<E> encoder);
}
