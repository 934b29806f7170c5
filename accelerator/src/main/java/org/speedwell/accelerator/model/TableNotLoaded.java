package org.speedwell.accelerator.model;

/**
 * A table that could not be loaded.
 *
 * @param table with the schema's name
 * @param reason the message with which the load would have failed
 */
public record TableNotLoaded(String table, String reason) {}
