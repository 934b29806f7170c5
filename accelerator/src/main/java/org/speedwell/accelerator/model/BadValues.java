package org.speedwell.accelerator.model;

/**
 * Values of one column that became NULL because they could not be loaded.
 *
 * @param table with the schema's name
 * @param firstRow the primary key of the first such row, or its number
 * @param reason what was wrong with that row's value
 */
public record BadValues(String table, String column, long count, String firstRow, String reason) {}
