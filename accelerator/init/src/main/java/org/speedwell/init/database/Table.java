package org.speedwell.init.database;

import java.util.List;
import java.util.Optional;

/**
 * A table or view.
 *
 * @param kind the type as {@code information_schema} names it: {@code BASE TABLE}, {@code VIEW}, {@code SEQUENCE} …
 * @param engine the storage engine; empty for a view
 * @param rows the estimated number of rows, from the server's statistics
 * @param bytes the estimated size in the database, without the indexes
 */
public record Table(
        String name,
        String kind,
        String engine,
        boolean transactional,
        long rows,
        long bytes,
        List<Column> columns,
        List<Index> indexes,
        List<ForeignKey> foreignKeys) {

    public boolean isView() {
        return kind.endsWith("VIEW");
    }

    public boolean isSequence() {
        return kind.equals("SEQUENCE");
    }

    /** Returns the columns of the primary key in its order. Empty if the table has no primary key. */
    public List<String> primaryKey() {
        return indexes.stream()
                .filter(index -> index.name().equals(Index.PRIMARY))
                .map(Index::columns)
                .findFirst()
                .orElse(List.of());
    }

    public Optional<Column> column(String name) {
        return columns.stream()
                .filter(column -> column.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /** Returns whether a unique index has exactly these columns, in this order. */
    public boolean isUnique(List<String> names) {
        return indexes.stream()
                .anyMatch(index -> index.unique() && index.columns().equals(names));
    }
}
