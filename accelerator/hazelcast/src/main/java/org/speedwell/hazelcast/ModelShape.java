package org.speedwell.hazelcast;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.speedwell.accelerator.query.TableDescription;

/**
 * The tables of an application, each with a hash of the names and classes of its columns. A subscriber compares
 * these before it receives a file, and so detects a file of another schema. Opening the file verifies the content.
 */
final class ModelShape {
    private ModelShape() {}

    static Map<String, Integer> of(List<TableDescription<?>> tables) {
        Map<String, Integer> shape = new TreeMap<>();
        tables.forEach(table -> shape.put(Wire.name(table), columns(table).hashCode()));
        return shape;
    }

    private static String columns(TableDescription<?> table) {
        return table.values().classes().entrySet().stream()
                .map(column -> column.getKey() + " " + column.getValue().getName())
                .sorted()
                .collect(Collectors.joining(","));
    }

    /** Returns how a published model differs from the own one. Empty if they are equal. */
    static Optional<String> difference(Map<String, Integer> published, Map<String, Integer> own) {
        for (Map.Entry<String, Integer> table : own.entrySet()) {
            Integer columns = published.get(table.getKey());
            if (columns == null) {
                return Optional.of("it has no table " + table.getKey());
            }
            if (!columns.equals(table.getValue())) {
                return Optional.of("its table " + table.getKey() + " has different columns");
            }
        }
        return published.keySet().stream()
                .filter(table -> !own.containsKey(table))
                .findFirst()
                .map(table -> "it also has the table " + table);
    }
}
