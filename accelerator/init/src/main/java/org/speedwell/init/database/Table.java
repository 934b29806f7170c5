package org.speedwell.init.database;

import java.util.List;
import java.util.Optional;

/**
 * A table or view.
 *
 * @param kind as {@code information_schema} has it: {@code BASE TABLE}, {@code VIEW}, {@code SEQUENCE} …
 * @param engine empty for a view
 * @param rows about how many, by the server's statistics
 * @param bytes about how many it has in the database, its indexes apart
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

    /** The columns of the primary key in its order; none for a table without one. */
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

    /** Whether these columns together name one row at most. */
    public boolean isUnique(List<String> names) {
        return indexes.stream()
                .anyMatch(index -> index.unique() && index.columns().equals(names));
    }
}
