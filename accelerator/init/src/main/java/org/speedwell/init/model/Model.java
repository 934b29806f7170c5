package org.speedwell.init.model;

import java.util.List;

/**
 * A database schema as Speedment's generator reads it: the schema's name, the package of the generated classes, and the
 * tables.
 */
public record Model(String schema, String packageName, List<ModelTable> tables) {}
