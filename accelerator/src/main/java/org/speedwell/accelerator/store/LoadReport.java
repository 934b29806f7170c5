package org.speedwell.accelerator.store;

import java.util.List;

/**
 * Where a version differs from the database, because its owner chose so: values that became NULL, and tables that were
 * left to the database.
 */
public record LoadReport(List<BadValues> badValues, List<TableNotLoaded> tablesNotLoaded) {
    /** Nothing to tell. */
    public static final LoadReport NONE = new LoadReport(List.of(), List.of());

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

    public LoadReport {
        badValues = List.copyOf(badValues);
        tablesNotLoaded = List.copyOf(tablesNotLoaded);
    }
}
