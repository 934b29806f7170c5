package org.speedwell.accelerator.query;

import java.util.List;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.model.TableId;

/**
 * A table of a store, for code that does not know the class of its rows. {@link DataStore#describe} returns the tables of
 * a store.
 *
 * @param identifier the names of the database, the schema and the table; applications with the same model have the same
 * @param rows the class of the rows, which {@link DataStore#stream} takes; an entity may belong to a subclass
 * @param isHeld true if the table is to be in memory
 * @param columns the columns in memory that rows show, in their order; empty if the table is not to be in memory
 * @param values the conversion of entities for messages to other JVMs
 * @param <E> the class of the rows
 */
public record TableDescription<E>(
        TableId<E> identifier, Class<E> rows, boolean isHeld, List<TableColumn<E>> columns, EntityValues<E> values) {
    public TableDescription {
        columns = List.copyOf(columns);
    }
}
