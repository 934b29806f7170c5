package org.speedwell.init.database;

import java.util.List;

/** The columns of a foreign key, and the columns that they reference. The other table may be in another schema. */
public record ForeignKey(
        String name, List<String> columns, String schema, String table, List<String> referencedColumns) {}
