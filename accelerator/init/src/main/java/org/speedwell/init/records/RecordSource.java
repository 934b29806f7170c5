package org.speedwell.init.records;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The writer of the Java code of a record. */
public record RecordSource(String packageName, RecordTable table) {
    private static final String PERSISTENCE = "jakarta.persistence.";
    private static final String LANG = "java.lang";

    /** Returns the content of the file. */
    public String text() {
        return "package " + packageName + ";\n\n" + imports() + declaration() + body();
    }

    private String imports() {
        Set<String> names = new TreeSet<>();
        if (table.isNamed()) {
            names.add(PERSISTENCE + "Table");
        }
        for (Component component : table.components()) {
            if (component.isId()) {
                names.add(PERSISTENCE + "Id");
            }
            if (component.isNamed()) {
                names.add(PERSISTENCE + "Column");
            }
            Class<?> type = component.type();
            if (!component.isEnum()
                    && !type.isPrimitive()
                    && !type.isArray()
                    && !type.getPackageName().equals(LANG)) {
                names.add(type.getName());
            }
        }
        return names.isEmpty()
                ? ""
                : names.stream().map(name -> "import " + name + ";\n").collect(Collectors.joining("", "", "\n"));
    }

    private String declaration() {
        String kind = table.isView() ? "view" : "table";
        return "/** A row of the " + kind + " " + JavaText.javadoc(table.table()) + ". */\n"
                + (table.isNamed() ? "@Table(name = " + JavaText.literal(table.table()) + ")\n" : "")
                + "public record " + table.className() + "("
                + table.components().stream()
                        .map(RecordSource::component)
                        .collect(Collectors.joining(",\n        ", "\n        ", ") {"));
    }

    private static String component(Component component) {
        return (component.isId() ? "@Id " : "")
                + (component.isNamed() ? "@Column(name = " + JavaText.literal(component.column()) + ") " : "")
                + component.typeName() + " " + component.name();
    }

    private String body() {
        String enums = table.components().stream()
                .filter(Component::isEnum)
                .map(RecordSource::nested)
                .collect(Collectors.joining("\n"));
        return (enums.isEmpty() ? "" : "\n" + enums) + "}\n";
    }

    private static String nested(Component component) {
        return "    /** A value of the column " + JavaText.javadoc(component.column()) + ". */\n"
                + "    public enum " + component.enumName() + " {\n"
                + component.constants().stream().collect(Collectors.joining(",\n        ", "        ", "\n"))
                + "    }\n";
    }
}
