package org.speedwell.init.model;

import java.util.List;

/** What Speedment is told of a schema. */
public record Model(String schema, String packageName, List<ModelTable> tables) {}
