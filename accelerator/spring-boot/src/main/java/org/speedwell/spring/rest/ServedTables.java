package org.speedwell.spring.rest;

import com.speedment.runtime.config.Project;
import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.config.util.DocumentDbUtil;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.component.ProjectComponent;
import com.speedment.runtime.core.manager.Manager;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.speedwell.accelerator.BadValue;
import org.speedwell.accelerator.StoreConfiguration;
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
    static ServedTables of(
            Speedment application, StoreConfiguration configuration, List<SpeedwellProperties.Rest.Table> named) {
        Project project = application.getOrThrow(ProjectComponent.class).getProject();
        List<Manager<?>> held = application.getOrThrow(ManagerComponent.class).stream()
                .<Manager<?>>map(manager -> manager)
                .filter(manager -> configuration.isLoaded(manager.getTableIdentifier()))
                .filter(manager -> !DocumentDbUtil.referencedTable(project, manager.getTableIdentifier())
                        .isView())
                .sorted(Comparator.comparing(manager -> fullName(manager.getTableIdentifier())))
                .toList();
        Map<String, Map<String, ServedTable<?>>> served = new LinkedHashMap<>();
        for (SpeedwellProperties.Rest.Table table : named) {
            for (Manager<?> manager : managers(held, table.name())) {
                TableIdentifier<?> identifier = manager.getTableIdentifier();
                served.computeIfAbsent(identifier.getSchemaId(), schema -> new LinkedHashMap<>())
                        .put(identifier.getTableId(), served(project, manager, configuration, table.fields()));
            }
        }
        return new ServedTables(served);
    }

    private static List<Manager<?>> managers(List<Manager<?>> held, String name) {
        if (name.equals(ALL)) {
            return held;
        }
        List<Manager<?>> found = held.stream()
                .filter(manager -> name.equals(manager.getTableIdentifier().getTableId())
                        || name.equals(fullName(manager.getTableIdentifier())))
                .toList();
        if (found.size() != 1) {
            throw new BadPropertyException(
                    TABLES,
                    "speedwell.rest.tables names %s, which is %s in memory; the tables are %s"
                            .formatted(
                                    name,
                                    found.isEmpty() ? "not a table" : "not a unique table",
                                    held.stream()
                                            .map(manager -> fullName(manager.getTableIdentifier()))
                                            .sorted()
                                            .collect(Collectors.joining(", "))));
        }
        return found;
    }

    private static String fullName(TableIdentifier<?> table) {
        return table.getSchemaId() + "." + table.getTableId();
    }

    private static <E> ServedTable<E> served(
            Project project, Manager<E> manager, StoreConfiguration configuration, Collection<String> fields) {
        try {
            return ServedTable.of(
                    project,
                    manager,
                    field -> configuration.isLoaded(field.identifier()),
                    fields,
                    field -> configuration.badValue(field.identifier()) == BadValue.NULL);
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
