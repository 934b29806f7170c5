package org.speedwell.init.model;

import java.util.List;
import java.util.Optional;
import org.speedwell.init.database.ForeignKey;
import org.speedwell.init.database.Index;

/**
 * A table or view of the model.
 *
 * @param javaName the base of the table's names in Java, in lower case with underscores
 * @param primaryKey the names of the primary key's columns, in the order of the key
 */
public record ModelTable(
        String name,
        String javaName,
        boolean view,
        List<ModelColumn> columns,
        List<String> primaryKey,
        List<Index> indexes,
        List<ForeignKey> foreignKeys) {
    /** Returns the name of the entity's interface. */
    public String className() {
        return JavaNames.className(javaName);
    }

    public Optional<ModelColumn> column(String columnName) {
        return columns.stream()
                .filter(column -> column.name().equalsIgnoreCase(columnName))
                .findFirst();
    }
}
