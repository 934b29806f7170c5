package org.speedwell.accelerator.model;

/**
 * A report of the values of one column that became NULL because the load could not convert them.
 *
 * @param table the name of the table, with its schema
 * @param column the name of the column
 * @param count the number of such values
 * @param firstRow the primary key of the first such row, or its number
 * @param reason the problem with that row's value
 */
public record BadValues(String table, String column, long count, String firstRow, String reason) {}
