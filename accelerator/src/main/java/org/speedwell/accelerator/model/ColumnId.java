package org.speedwell.accelerator.model;

/**
 * A column of a table.
 *
 * @param name by which snapshots and messages tell it
 * @param key by which queries tell it, with {@code equals}; constants of an enum in the order of the columns are found without a
 *     search. Expressions take a text for the name of a field, so they do not find a column whose key is a text.
 */
public record ColumnId(String name, Object key) {
    /** Returns a column that queries tell by its name. */
    public static ColumnId of(String name) {
        return new ColumnId(name, name);
    }

    @Override
    public String toString() {
        return name;
    }
}
