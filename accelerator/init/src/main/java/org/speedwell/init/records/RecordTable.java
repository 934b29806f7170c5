package org.speedwell.init.records;

import java.util.List;

/**
 * A record for the rows of a table or view.
 *
 * @param table the name of the table
 * @param key the columns that identify a row; empty if none do
 * @param className the name of the record
 * @param isNamed true if the mapping does not find the table by the name of the record
 */
public record RecordTable(
        String table, boolean isView, List<String> key, String className, boolean isNamed, List<Component> components) {

    /** Returns whether the record has annotations of Jakarta Persistence. */
    public boolean isAnnotated() {
        return isNamed || components.stream().anyMatch(component -> component.isNamed() || component.isId());
    }
}
