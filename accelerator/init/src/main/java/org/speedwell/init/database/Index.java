package org.speedwell.init.database;

import java.util.List;

/** An index over columns; the primary key is called {@value #PRIMARY}. */
public record Index(String name, boolean unique, List<Part> parts) {
    static final String PRIMARY = "PRIMARY";

    /** @param column empty where it is an expression */
    public record Part(String column, boolean descending) {}

    public List<String> columns() {
        return parts.stream().map(Part::column).toList();
    }
}
