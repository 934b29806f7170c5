package org.speedwell.accelerator.arrow;

import org.jspecify.annotations.Nullable;

/**
 * The name and type of an exported column.
 *
 * @param type the type of the values
 * @param index the type of the indices into a dictionary of values; null without a dictionary
 */
record ArrowField(String name, ArrowType type, boolean isNullable, ArrowType.@Nullable Whole index) {}
