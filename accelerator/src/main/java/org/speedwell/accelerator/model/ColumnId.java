package org.speedwell.accelerator.model;

/**
 * A column of a table.
 *
 * @param name the name of the column in snapshots and messages
 * @param key the identity of the column in queries, by {@code equals}. A lookup needs no search if the keys are enum
 * constants in the order of the columns. Expressions treat a text as the name of a field. They do not find a column
 * whose key is a text.
 */
public record ColumnId(String name, Object key) {
    /** Returns a column whose key is its name. */
    public static ColumnId of(String name) {
        return new ColumnId(name, name);
    }

    @Override
    public String toString() {
        return name;
    }
}
