package org.speedwell.accelerator.database;

import java.util.function.Function;

/** The conversion of the objects of a JSON column to JSON. Thread-safe. */
@FunctionalInterface
public interface JsonConversion extends Function<Object, String> {}
