package org.speedwell.init.database;

import java.util.List;

/** An index over columns. The name of the primary key is {@value #PRIMARY}. */
public record Index(String name, boolean unique, List<Part> parts) {
    static final String PRIMARY = "PRIMARY";

    /**
     * One column of an index.
     *
     * @param column the name of the column; empty for an expression
     */
    public record Part(String column, boolean descending) {}

    public List<String> columns() {
        return parts.stream().map(Part::column).toList();
    }
}
