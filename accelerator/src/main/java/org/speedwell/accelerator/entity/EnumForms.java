package org.speedwell.accelerator.entity;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.entity.ColumnForm.MisfitException;
import org.speedwell.accelerator.types.Declaration;

/** The forms of columns with enum constants. */
final class EnumForms {
    private EnumForms() {}

    static boolean isText(MySqlType type) {
        return type.isReadAs(String.class) && !isTime(type);
    }

    private static boolean isTime(MySqlType type) {
        return switch (type) {
            case DATE, TIME, DATETIME, TIMESTAMP -> true;
            default -> false;
        };
    }

    /** Returns the form of a column with the names of constants. */
    static ColumnForm byName(DatabaseColumn column, MySqlType type, Class<?> valueClass) throws MisfitException {
        if (!isText(type)) {
            throw new MisfitException(
                    "is " + column.columnType() + " in the database, which does not hold the names of an enum",
                    "annotate it with @Enumerated(EnumType.ORDINAL)");
        }
        Map<String, Enum<?>> constants = new HashMap<>();
        for (Enum<?> constant : constants(valueClass)) {
            constants.put(constant.name(), constant);
        }
        if (type == MySqlType.ENUM) {
            requireConstants(column, valueClass, constants);
        }
        return ColumnForm.of(
                String.class,
                valueClass.asSubclass(Object.class),
                label -> {
                    Enum<?> constant = constants.get(label);
                    if (constant == null) {
                        throw new IllegalArgumentException(
                                "enum " + valueClass.getName() + " has no constant '" + label + "'");
                    }
                    return constant;
                },
                constant -> ((Enum<?>) constant).name());
    }

    private static void requireConstants(DatabaseColumn column, Class<?> valueClass, Map<String, Enum<?>> constants)
            throws MisfitException {
        List<String> unknown = Declaration.labels(column.columnType()).stream()
                .filter(label -> !constants.containsKey(label))
                .toList();
        if (!unknown.isEmpty()) {
            throw new MisfitException(
                    "has the labels "
                            + unknown.stream().map(label -> "'" + label + "'").collect(Collectors.joining(", "))
                            + ", which enum " + valueClass.getSimpleName() + " lacks",
                    "add these constants, or a converter for labels that are not Java names");
        }
    }

    /** Returns the form of a column with the ordinals of constants. */
    static ColumnForm byOrdinal(DatabaseColumn column, MySqlType type, Class<?> valueClass) throws MisfitException {
        if (!type.isReadAs(Integer.class) || type == MySqlType.YEAR) {
            throw new MisfitException(
                    "is " + Declaration.abbreviated(column.columnType())
                            + " in the database, which does not hold the ordinals of an enum",
                    isText(type) ? "annotate it with @Enumerated(EnumType.STRING)" : "add a converter");
        }
        Enum<?>[] constants = constants(valueClass);
        return ColumnForm.of(
                Integer.class,
                valueClass.asSubclass(Object.class),
                ordinal -> {
                    if (ordinal < 0 || ordinal >= constants.length) {
                        throw new IllegalArgumentException(
                                "enum " + valueClass.getName() + " has no constant with ordinal " + ordinal);
                    }
                    return constants[ordinal];
                },
                constant -> ((Enum<?>) constant).ordinal());
    }

    private static Enum<?>[] constants(Class<?> type) {
        return Arrays.copyOf(type.getEnumConstants(), type.getEnumConstants().length, Enum[].class);
    }
}
