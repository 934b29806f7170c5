package org.speedwell.accelerator.expr;

import java.util.List;
import org.speedwell.accelerator.model.TableId;

/**
 * The row from which an expression reads a column: an element of the stream, or a row that such an element references.
 * Immutable.
 */
public sealed interface Row {
    /** The row of a stream over one table, or the first row of a tuple. */
    Element FIRST = new Element(0);

    /** Returns the row of the element at which the references start. */
    default Element root() {
        return switch (this) {
            case Element element -> element;
            case Referenced referenced -> referenced.from.root();
        };
    }

    /** Returns the row that the same references reach from another start than {@link #root}. */
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
     * @param place the place of its table in a tuple, or 0 if the elements are rows of one table
     */
    record Element(int place) implements Row {}

    /**
     * The row that another row references by a foreign key. There is none if the foreign key is NULL or names no row. A
     * column of a missing row is null.
     *
     * @param foreignKey the ids of the referencing columns
     * @param key the ids of the referenced columns, in the same order
     * @param table the id of the referenced table
     */
    record Referenced(Row from, List<?> foreignKey, List<?> key, TableId<?> table) implements Row {
        /** Returns the columns of the foreign key. */
        public List<Expr.Column> foreignKeys() {
            return foreignKey.stream()
                    .map(id -> new Expr.Column(from, id, Object.class))
                    .toList();
        }
    }
}
