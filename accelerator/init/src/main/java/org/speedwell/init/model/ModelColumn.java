package org.speedwell.init.model;

import java.util.List;

/**
 * A column of the model.
 *
 * @param name the database's
 * @param javaName the name from which Java's are made, in small letters with underscores
 * @param databaseType the name of the class in which JDBC gives its values
 * @param constants of an ENUM that is one in Java, too; else none
 */
public record ModelColumn(
        String name,
        String javaName,
        String databaseType,
        boolean nullable,
        boolean autoIncrement,
        List<String> constants) {
    /** The name of its field in the entity's interface. */
    public String constantName() {
        return JavaNames.constantName(javaName);
    }

    public boolean isOf(Class<?> type) {
        return databaseType.equals(type.getName()) && constants.isEmpty();
    }
}
