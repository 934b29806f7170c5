package org.speedwell.init.records;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import org.speedwell.init.database.Column;
import org.speedwell.init.database.Sample;
import org.speedwell.init.database.Table;
import org.speedwell.init.model.Findings;

/** The columns of one table that a record can hold. */
final class RecordColumns {
    /** The JVM's limit for the parameters of a constructor. A {@code long} or {@code double} counts twice. */
    private static final int MAX_SLOTS = 254;

    /** The most constants of a nested enum. The initialization of a much larger enum exceeds the limits of a class. */
    private static final int MAX_CONSTANTS = 1_000;

    private final Table table;
    private final List<String> key;
    private final Sample sample;
    private final Findings findings;
    private final List<Column> columns;

    /** @param key the columns that identify a row; a record holds all of them */
    RecordColumns(Table table, List<String> key, Sample sample, Findings findings) {
        this.table = table;
        this.key = key;
        this.sample = sample;
        this.findings = findings;
        this.columns = limited(supported());
    }

    List<Column> columns() {
        return columns;
    }

    private List<Column> supported() {
        List<Column> supported = new ArrayList<>();
        for (Column column : table.columns()) {
            if (column.type().isPresent()) {
                supported.add(column);
            } else {
                findings.warning(
                        subject(column),
                        "type " + column.columnType() + ", which is not supported",
                        "Not in the record: Java code does not see the column.");
            }
        }
        return supported;
    }

    private boolean isKey(Column column) {
        return key.stream().anyMatch(column.name()::equalsIgnoreCase);
    }

    private List<Column> limited(List<Column> all) {
        if (all.size() <= MAX_SLOTS) {
            return all;
        }
        Set<Column> held = Stream.concat(all.stream().filter(this::isKey), all.stream())
                .distinct()
                .limit(MAX_SLOTS)
                .collect(Collectors.toSet());
        all.stream()
                .filter(column -> !held.contains(column))
                .forEach(column -> findings.warning(
                        subject(column),
                        "a column beyond the " + MAX_SLOTS + " that a record can hold",
                        "Not in the record. Remove other components, and add it."));
        return all.stream().filter(held::contains).toList();
    }

    /** Adds the findings about values that Java types cannot represent. */
    void report() {
        for (Column column : columns) {
            if (sample.zeroDates().contains(column.name())) {
                findings.warning(
                        subject(column),
                        "zero dates such as 0000-00-00",
                        "Java has no such dates. The code below loads them as null (BadValue.NULL).");
            }
            if (sample.longTimes().contains(column.name())) {
                findings.note(subject(column), "times below 00:00:00 or above 23:59:59", "A Duration in Java.");
            }
            if (sample.digits().contains(column.name())) {
                findings.note(subject(column), "a TINYINT(1) with other values than 0 and 1", "An int in Java.");
            }
        }
    }

    /** Returns the components for the columns, in the order of the columns. */
    List<Component> components(String className) {
        List<String> all = table.columns().stream().map(Column::name).toList();
        Map<String, String> names = RecordNames.components(all);
        Map<Column, String> enums = enums(names, className);
        boolean isBoxed = columns.stream()
                        .mapToInt(column -> RecordTypes.slots(type(column)))
                        .sum()
                > MAX_SLOTS;
        return columns.stream()
                .map(column -> {
                    String name = requireNonNull(names.get(column.name()));
                    return new Component(
                            column.name(),
                            name,
                            isBoxed ? boxedType(column) : type(column),
                            enums.getOrDefault(column, ""),
                            enums.containsKey(column) ? column.constants() : List.of(),
                            !RecordNames.isFound(name, column.name(), all),
                            table.isView() && isKey(column));
                })
                .toList();
    }

    /** Returns the names of the nested enums. */
    private Map<Column, String> enums(Map<String, String> names, String className) {
        Map<Column, String> components = new HashMap<>();
        for (Column column : columns) {
            if (isEnum(column)) {
                components.put(column, requireNonNull(names.get(column.name())));
            }
        }
        Map<String, String> enums = RecordNames.enums(components.values(), className);
        components.replaceAll((column, component) -> requireNonNull(enums.get(component)));
        return components;
    }

    private Class<?> type(Column column) {
        return column.nullable() ? boxedType(column) : RecordTypes.unboxed(boxedType(column));
    }

    private Class<?> boxedType(Column column) {
        return RecordTypes.of(column, column.type().orElseThrow(), sample);
    }

    private boolean isEnum(Column column) {
        List<String> constants = column.constants();
        if (constants.isEmpty()) {
            return false;
        }
        boolean areNames = constants.size() <= MAX_CONSTANTS
                && constants.stream().allMatch(each -> SourceVersion.isName(each) && !each.contains("."));
        if (!areNames) {
            findings.note(subject(column), "an ENUM with values that are not names in Java", "A String in Java.");
        } else if (sample.emptyConstants().contains(column.name())) {
            findings.warning(subject(column), "the empty value of an ENUM", "A String in Java. Correct these rows.");
            return false;
        }
        return areNames;
    }

    private String subject(Column column) {
        return table.name() + "." + column.name();
    }
}
