package org.speedwell.spring.query;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.query.RowEncoder;
import org.speedwell.accelerator.query.TableColumn;
import org.speedwell.accelerator.query.TableDescription;

/**
 * A table that clients may read, with the columns that they may read. Immutable.
 *
 * @param <E> the class of the table's rows
 */
public final class ServedTable<E> {
    private final TableDescription<E> table;
    private final Map<String, ServedColumn<E>> columns;
    private final List<ServedColumn<E>> inOrder;

    /** The encoder of all columns, which most queries use. */
    private final RowEncoder<E> encoder;

    private ServedTable(TableDescription<E> table, Map<String, ServedColumn<E>> columns) {
        this.table = table;
        this.columns = columns;
        this.inOrder = List.copyOf(columns.values());
        this.encoder = encoder(inOrder);
    }

    private static <E> RowEncoder<E> encoder(List<ServedColumn<E>> columns) {
        RowEncoder<E> encoder = RowEncoder.json();
        for (ServedColumn<E> column : columns) {
            encoder = column.addTo(encoder);
        }
        return encoder;
    }

    /**
     * Returns a table with some of its columns.
     *
     * @param properties the names of the columns that clients may read, as in the JSON rows; an empty collection means
     * all
     * @throws IllegalArgumentException if a named column is not in memory
     */
    public static <E> ServedTable<E> of(TableDescription<E> table, Collection<String> properties) {
        Map<String, ServedColumn<E>> columns = new LinkedHashMap<>();
        for (TableColumn<E> column : table.columns()) {
            if (properties.isEmpty() || properties.contains(column.property())) {
                columns.put(column.property(), new ServedColumn<>(column));
            }
        }
        Set<String> unknown = new HashSet<>(properties);
        unknown.removeAll(columns.keySet());
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("Table %s has no column %s in memory; its columns are %s"
                    .formatted(
                            table.identifier().table(),
                            unknown,
                            table.columns().stream().map(TableColumn::property).toList()));
        }
        return new ServedTable<>(table, columns);
    }

    /** Returns the class of the table's rows. */
    public Class<E> rows() {
        return table.rows();
    }

    /** Returns the identifier of the table. */
    public TableId<E> identifier() {
        return table.identifier();
    }

    /** Returns the columns by their names for clients, in the order of the table. */
    public Map<String, ServedColumn<E>> columns() {
        return columns;
    }

    List<ServedColumn<E>> inOrder() {
        return inOrder;
    }

    /** Returns an encoder that writes some columns of rows as a JSON array. */
    RowEncoder<E> encoderOf(List<ServedColumn<E>> some) {
        return some.equals(inOrder) ? encoder : encoder(some);
    }

    /**
     * Returns a column.
     *
     * @param parameter the query parameter that names the column, such as {@code filter}
     * @throws QueryException if clients may not read such a column
     */
    ServedColumn<E> column(String parameter, String property) {
        ServedColumn<E> column = columns.get(property);
        if (column == null) {
            throw QueryException.unknown("property", property, parameter, columns.keySet());
        }
        return column;
    }
}
