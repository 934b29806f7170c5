package org.speedwell.init.records;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.mapping.DatabaseName;
import org.speedwell.init.model.JavaNames;
import org.speedwell.init.model.ReservedNames;
import org.speedwell.init.model.UniqueNames;

/** The names of records, of their components, and of their nested enums. */
final class RecordNames {
    /** The classes that records import, and those of the code that opens a store. */
    private static final Set<String> IMPORTED = Set.of(
            "BadValue",
            "BigDecimal",
            "BigInteger",
            "Column",
            "Duration",
            "Id",
            "LocalDate",
            "LocalDateTime",
            "LocalTime",
            "MemoryStore",
            "Table",
            "UUID");

    /** The methods of {@code Object} without parameters. A component cannot have their names. */
    private static final Set<String> METHODS =
            Set.of("clone", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait");

    /** The names in ASCII, because some file systems support no others. */
    private static final Pattern CLASS = Pattern.compile("[A-Z][A-Za-z0-9_]*");

    private static final Pattern COMPONENT = Pattern.compile("\\p{L}[\\p{L}\\p{Nd}_]*");

    private RecordNames() {}

    /**
     * Returns the name of each table's record.
     *
     * @param all the names of all tables of the schema
     */
    static Map<String, String> records(Collection<String> tables, Collection<String> all) {
        Map<String, String> plain =
                UniqueNames.choose(tables, "table", (table, candidate) -> isFreeClass(JavaNames.className(candidate)));
        Map<String, String> names = new TreeMap<>();
        plain.forEach((table, name) -> names.put(table, JavaNames.className(name)));
        return withFound(names, all, table -> {
            String name = table.substring(0, 1).toUpperCase(Locale.ROOT) + table.substring(1);
            return CLASS.matcher(name).matches() && isFreeClass(name) ? name : null;
        });
    }

    /** Returns the name of each column's component. */
    static Map<String, String> components(Collection<String> columns) {
        Map<String, String> plain = UniqueNames.choose(
                columns, "column", (column, candidate) -> isFreeComponent(JavaNames.variableName(candidate)));
        Map<String, String> names = new TreeMap<>();
        plain.forEach((column, name) -> names.put(column, JavaNames.variableName(name)));
        return withFound(
                names,
                columns,
                column -> COMPONENT.matcher(column).matches() && isFreeComponent(column) ? column : null);
    }

    /**
     * Replaces the names by which the mapping does not find a table or column. The names of the database itself need no
     * annotations, where Java accepts them: {@code address_2}.
     *
     * @param same returns the same name in Java; null if it is not valid there
     */
    private static Map<String, String> withFound(
            Map<String, String> names, Collection<String> all, Function<String, @Nullable String> same) {
        Set<String> taken = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        taken.addAll(names.values());
        names.replaceAll((name, javaName) -> {
            String other = isFound(javaName, name, all) ? null : same.apply(name);
            return other != null && isFound(other, name, all) && taken.add(other) ? other : javaName;
        });
        return names;
    }

    /** Returns the name of the enum of each component. */
    static Map<String, String> enums(Collection<String> components, String record) {
        Map<String, String> plain = UniqueNames.choose(components, "value", (component, candidate) -> {
            String name = JavaNames.className(candidate);
            return isFreeClass(name) && !name.equalsIgnoreCase(record); // file systems may ignore case
        });
        Map<String, String> names = new TreeMap<>();
        plain.forEach((component, name) -> names.put(component, JavaNames.className(name)));
        return names;
    }

    private static boolean isFreeClass(String name) {
        return !ReservedNames.isInJavaLang(name) && !IMPORTED.contains(name);
    }

    private static boolean isFreeComponent(String name) {
        return !SourceVersion.isKeyword(name) && !METHODS.contains(name);
    }

    /**
     * Returns whether the mapping finds a table or column by the name of its class or component.
     *
     * @param all the names of all tables of the schema, or of all columns of the table
     */
    static boolean isFound(String javaName, String name, Collection<String> all) {
        return DatabaseName.implied(javaName).candidates().stream()
                .flatMap(candidate -> all.stream().filter(candidate::equalsIgnoreCase))
                .findFirst()
                .filter(name::equals)
                .isPresent();
    }
}
