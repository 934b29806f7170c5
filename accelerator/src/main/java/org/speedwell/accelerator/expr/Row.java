package org.speedwell.accelerator.expr;

import java.util.List;

/** Where an expression reads a column: in an element of the stream, or in a row that such a one references. Immutable. */
public sealed interface Row {
    /** The row of a stream over one table, or the first of a tuple. */
    Element FIRST = new Element(0);

    /**
     * A row of the element.
     *
     * @param place of its table among those of a tuple; 0 where elements are rows of one table
     */
    record Element(int place) implements Row {}

    /**
     * The row that another row references by a foreign key; none where the key is NULL or names no row. A column of no row is null.
     *
     * @param foreignKey the ids of the columns that reference
     * @param key the ids of the columns that are referenced, in the same order
     * @param table the id of their table
     */
    record Referenced(Row from, List<?> foreignKey, List<?> key, Object table) implements Row {}
}
