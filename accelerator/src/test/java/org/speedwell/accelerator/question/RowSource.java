package org.speedwell.accelerator.question;

import java.util.Locale;
import org.speedwell.accelerator.question.RowColumn.Style;

/** The Java source of the entity of questions, as Speedment's generator would write it. */
final class RowSource {
    static final String CLASS = "org.speedwell.question.Row";

    private RowSource() {}

    static String text() {
        StringBuilder java = new StringBuilder("""
                package org.speedwell.question;
                import com.speedment.runtime.config.identifier.ColumnIdentifier;
                import com.speedment.runtime.config.identifier.TableIdentifier;
                import com.speedment.runtime.core.util.OptionalUtil;
                import com.speedment.runtime.field.*;
                import com.speedment.runtime.typemapper.TypeMapper;
                public class Row {
                """);
        RowColumn.ALL.forEach(column -> field(column, java));
        RowColumn.ALL.forEach(column -> property(column, java));
        java.append("""
                @Override
                public boolean equals(Object other) {
                    return other instanceof Row row && row.getId() == getId();
                }
                @Override
                public int hashCode() {
                    return getId();
                }
                @Override
                public String toString() {
                    return "Row " + getId();
                }
                """);
        java.append("public enum Identifier implements ColumnIdentifier<Row> {\n");
        for (RowColumn column : RowColumn.ALL) {
            java.append(column.name()).append(column == RowColumn.ALL.getLast() ? ";\n" : ", ");
        }
        return java.append("""
                private static final TableIdentifier<Row> TABLE = TableIdentifier.of("question", "question", "row");
                @Override
                public String getDbmsId() { return "question"; }
                @Override
                public String getSchemaId() { return "question"; }
                @Override
                public String getTableId() { return "row"; }
                @Override
                public String getColumnId() { return name().toLowerCase(java.util.Locale.ROOT); }
                @Override
                public TableIdentifier<Row> asTableIdentifier() { return TABLE; }
                }
                }
                """).toString();
    }

    private static void field(RowColumn column, StringBuilder java) {
        String type = column.type.java();
        String kind;
        String arguments = "<Row, " + type + ">";
        String further = "";
        if (column.isPrimitive()) {
            String name = column.type.name();
            kind = name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT) + "Field";
        } else if (column == RowColumn.PARENT) {
            kind = "ComparableForeignKeyField";
            arguments = "<Row, Integer, Integer, Row>";
            further = ", Row.ID";
        } else {
            kind = switch (column.type) {
                case TEXT -> "StringField";
                case SHADE -> "EnumField";
                case BYTES -> "ReferenceField";
                default -> "ComparableField";
            };
            arguments = column.type == Type.TEXT
                    ? arguments
                    : column.type == Type.SHADE ? "<Row, String, " + type + ">" : "<Row, %1$s, %1$s>".formatted(type);
        }
        String getter = column.style == Style.OPTIONAL
                ? "row -> OptionalUtil.unwrap(row.%s())".formatted(column.getter())
                : "Row::" + column.getter();
        String mapper = column.isPrimitive()
                ? "TypeMapper.primitive()"
                : column.type == Type.SHADE
                        ? "new org.speedwell.accelerator.question.ShadeMapper()"
                        : "TypeMapper.identity()";
        String last = column.type == Type.SHADE
                ? "%1$s::name, %1$s::valueOf, %1$s.class".formatted(type)
                : String.valueOf(column == RowColumn.ID);
        java.append("public static final %s%s %s = %s.create(Identifier.%s, %s, Row::%s%s, %s, %s);\n"
                .formatted(
                        kind,
                        arguments,
                        column.name(),
                        kind,
                        column.name(),
                        getter,
                        column.setter(),
                        further,
                        mapper,
                        last));
    }

    private static void property(RowColumn column, StringBuilder java) {
        String held = column.isPrimitive() ? column.type.primitive : column.type.java();
        String given = held;
        String value = column.variable();
        if (column.isOptionalNumber()) {
            String name = column.type.name();
            given = "java.util.Optional" + name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
            value = "OptionalUtil.ofNullable(" + value + ")";
        } else if (column.style == Style.OPTIONAL) {
            given = "java.util.Optional<" + held + ">";
            value = "java.util.Optional.ofNullable(" + value + ")";
        }
        java.append("private %s %s;\n".formatted(held, column.variable()));
        java.append("public %s %s() { return %s; }\n".formatted(given, column.getter(), value));
        java.append("public Row %s(%s value) { this.%s = value; return this; }\n"
                .formatted(column.setter(), held, column.variable()));
    }
}
