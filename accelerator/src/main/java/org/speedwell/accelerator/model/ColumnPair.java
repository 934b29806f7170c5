package org.speedwell.accelerator.model;

/** Two columns of one table that have a common index, sorted by the first column and then by the second. */
public record ColumnPair(ColumnId first, ColumnId second) {}
