package org.speedwell.init.database;

import java.util.List;

/** Columns that name rows of another table, which may be of another schema. */
public record ForeignKey(
        String name, List<String> columns, String schema, String table, List<String> referencedColumns) {}
