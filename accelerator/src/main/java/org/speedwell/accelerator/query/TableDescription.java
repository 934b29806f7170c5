package org.speedwell.accelerator.query;

import java.util.List;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.model.TableId;

/**
 * A table in memory, for code that does not know the class of its rows. {@link DataStore#describe} returns the tables of
 * a store.
 *
 * @param identifier the names of the database, the schema and the table
 * @param rows the class of the rows, which {@link DataStore#stream} takes
 * @param columns the columns in memory that rows show, in their order
 * @param <E> the class of the rows
 */
public record TableDescription<E>(TableId<E> identifier, Class<E> rows, List<TableColumn<E>> columns) {
    public TableDescription {
        columns = List.copyOf(columns);
    }
}
