package org.speedwell.init.records;

import java.util.List;

/**
 * A component of a record, which holds the values of a column.
 *
 * @param column the name of the column
 * @param name the name of the component
 * @param type the class of the values; {@code Enum} for a nested enum
 * @param enumName the name of the nested enum; empty if there is none
 * @param constants the constants of the nested enum
 * @param isNamed true if the mapping does not find the column by the name of the component
 * @param isId true if the column belongs to the key that the user named for a view
 */
public record Component(
        String column,
        String name,
        Class<?> type,
        String enumName,
        List<String> constants,
        boolean isNamed,
        boolean isId) {
    boolean isEnum() {
        return !constants.isEmpty();
    }

    /** Returns the type in Java code. */
    String typeName() {
        return isEnum() ? enumName : type.getSimpleName();
    }
}
