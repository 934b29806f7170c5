package org.speedwell.init.model;

import java.util.List;

/**
 * A column of the model.
 *
 * @param name the column's name in the database
 * @param javaName the base of the column's names in Java, in lower case with underscores
 * @param databaseType the name of the Java class of the values that JDBC returns
 * @param constants the constants of an ENUM column that is also an enum in Java; otherwise empty
 */
public record ModelColumn(
        String name,
        String javaName,
        String databaseType,
        boolean nullable,
        boolean autoIncrement,
        List<String> constants) {
    /** Returns the name of the column's field in the entity's interface. */
    public String constantName() {
        return JavaNames.constantName(javaName);
    }

    public boolean isOf(Class<?> type) {
        return databaseType.equals(type.getName()) && constants.isEmpty();
    }
}
