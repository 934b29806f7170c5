package org.speedwell.accelerator.model;

/** Two columns of one table that get an index of their own, by the first and, where that is equal, the second. */
public record ColumnPair(ColumnId first, ColumnId second) {}
