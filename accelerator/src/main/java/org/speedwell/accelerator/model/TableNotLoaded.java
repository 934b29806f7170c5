package org.speedwell.accelerator.model;

/**
 * A report of a table whose load failed.
 *
 * @param table the name of the table, with its schema
 * @param reason the message of the failure
 */
public record TableNotLoaded(String table, String reason) {}
