package org.speedwell.spring.rest;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.query.TableDescription;
import org.speedwell.spring.BadPropertyException;
import org.speedwell.spring.SpeedwellProperties;
import org.speedwell.spring.query.ServedTable;

/**
 * The tables that REST serves.
 *
 * @param bySchema the tables of each schema, by the names of schema and table
 */
record ServedTables(Map<String, Map<String, ServedTable<?>>> bySchema) {
    private static final String ALL = "*";
    private static final String TABLES = "speedwell.rest.tables";

    /**
     * Returns the tables that the properties name.
     *
     * @throws BadPropertyException if a named table is not in memory, or a named field is not in memory
     */
    static ServedTables of(DataStore store, List<SpeedwellProperties.Rest.Table> named) {
        List<TableDescription<?>> held = store.describe().stream()
                .filter(TableDescription::isHeld)
                .sorted(Comparator.comparing(ServedTables::fullName))
                .toList();
        Map<String, Map<String, ServedTable<?>>> served = new LinkedHashMap<>();
        for (SpeedwellProperties.Rest.Table table : named) {
            for (TableDescription<?> found : found(held, table.name())) {
                served.computeIfAbsent(found.identifier().schema(), schema -> new LinkedHashMap<>())
                        .put(found.identifier().table(), served(found, table.fields()));
            }
        }
        return new ServedTables(served);
    }

    private static List<TableDescription<?>> found(List<TableDescription<?>> held, String name) {
        if (name.equals(ALL)) {
            return held;
        }
        List<TableDescription<?>> found = held.stream()
                .filter(table -> name.equals(table.identifier().table()) || name.equals(fullName(table)))
                .toList();
        if (found.size() != 1) {
            throw new BadPropertyException(
                    TABLES,
                    "speedwell.rest.tables names %s, which is %s in memory; the tables are %s"
                            .formatted(
                                    name,
                                    found.isEmpty() ? "not a table" : "not a unique table",
                                    held.stream().map(ServedTables::fullName).collect(Collectors.joining(", "))));
        }
        return found;
    }

    private static String fullName(TableDescription<?> table) {
        return table.identifier().schema() + "." + table.identifier().table();
    }

    private static <E> ServedTable<E> served(TableDescription<E> table, Collection<String> fields) {
        try {
            return ServedTable.of(table, fields);
        } catch (IllegalArgumentException e) {
            throw new BadPropertyException(
                    TABLES, "The fields of speedwell.rest.tables cannot be served: " + e.getMessage());
        }
    }

    Optional<ServedTable<?>> find(String schema, String table) {
        return Optional.ofNullable(bySchema.getOrDefault(schema, Map.of()).get(table));
    }

    /** Returns all tables with their paths. */
    Stream<Map.Entry<String, ServedTable<?>>> paths() {
        return bySchema.entrySet().stream()
                .flatMap(schema -> schema.getValue().entrySet().stream()
                        .map(table -> Map.entry("/" + schema.getKey() + "/" + table.getKey(), table.getValue())));
    }
}
