package org.speedwell.accelerator.expr;

import java.util.List;
import org.speedwell.accelerator.model.TableId;

/** Where an expression reads a column: in an element of the stream, or in a row that such a one references. Immutable. */
public sealed interface Row {
    /** The row of a stream over one table, or the first of a tuple. */
    Element FIRST = new Element(0);

    /** Returns the row of the element from which the references start. */
    default Element root() {
        return switch (this) {
            case Element element -> element;
            case Referenced referenced -> referenced.from.root();
        };
    }

    /** Returns the row that is reached in the same way from another row than {@link #root}. */
    default Row from(Row start) {
        return switch (this) {
            case Element _ -> start;
            case Referenced referenced ->
                new Referenced(referenced.from.from(start), referenced.foreignKey, referenced.key, referenced.table);
        };
    }

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
    record Referenced(Row from, List<?> foreignKey, List<?> key, TableId<?> table) implements Row {}
}
