package org.speedwell.accelerator.store;

import java.util.List;

/**
 * Where a version differs from the database, because its owner chose so: values that became NULL, tables that were left to the
 * database, and tables of which only a part was loaded.
 *
 * @param parts the name of each such table, with its schema's, and which part it is
 */
public record LoadReport(List<BadValues> badValues, List<TableNotLoaded> tablesNotLoaded, List<String> parts) {
    /** Nothing to tell. */
    public static final LoadReport NONE = new LoadReport(List.of(), List.of(), List.of());

    /**
     * Values of one column that became NULL.
     *
     * @param table with the schema's name
     * @param firstRow the primary key of the first such row, or its number
     * @param reason what was wrong with that row's value
     */
    public record BadValues(String table, String column, long count, String firstRow, String reason) {}

    /**
     * A table that could not be loaded.
     *
     * @param table with the schema's name
     * @param reason the message with which the load would have failed
     */
    public record TableNotLoaded(String table, String reason) {}

    /**
     * Refuses what takes a version for all of the database.
     *
     * @param what is not possible with a part, as "saved"
     * @throws IllegalStateException if a table was loaded in part
     */
    public void requireWhole(String what) {
        if (!parts.isEmpty()) {
            throw new IllegalStateException("The version in memory cannot be " + what + ", as it has not all rows of "
                    + String.join("; ", parts) + ". Load all of it first, by a LoadConfiguration without parts.");
        }
    }

    public LoadReport {
        badValues = List.copyOf(badValues);
        tablesNotLoaded = List.copyOf(tablesNotLoaded);
        parts = List.copyOf(parts);
    }
}
