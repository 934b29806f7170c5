package org.speedwell.init.model;

import java.util.List;
import java.util.Optional;
import org.speedwell.init.database.ForeignKey;
import org.speedwell.init.database.Index;

/**
 * A table or view of the model.
 *
 * @param javaName the name from which Java's are made, in small letters with underscores
 * @param primaryKey the names of its columns, in its order
 */
public record ModelTable(
        String name,
        String javaName,
        boolean view,
        List<ModelColumn> columns,
        List<String> primaryKey,
        List<Index> indexes,
        List<ForeignKey> foreignKeys) {
    /** The name of the entity's interface. */
    public String className() {
        return JavaNames.className(javaName);
    }

    public Optional<ModelColumn> column(String columnName) {
        return columns.stream()
                .filter(column -> column.name().equalsIgnoreCase(columnName))
                .findFirst();
    }
}
