package org.speedwell.hazelcast;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.manager.Manager;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The tables of an application, each with a hash of the names and type mappers of its columns. A subscriber compares
 * these before it receives a file, and so detects a file of another schema. Opening the file verifies the content.
 */
final class ModelShape {
    private ModelShape() {}

    static Map<String, Integer> of(Speedment application) {
        Map<String, Integer> tables = new TreeMap<>();
        application.getOrThrow(ManagerComponent.class).stream()
                .forEach(manager ->
                        tables.put(Wire.name(manager), columns(manager).hashCode()));
        return tables;
    }

    private static <E> String columns(Manager<E> manager) {
        return manager.fields()
                .map(field -> field.identifier().getColumnId() + " "
                        + field.typeMapper().getClass().getName())
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
