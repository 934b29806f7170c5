package org.speedwell.accelerator.entity;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.speedwell.accelerator.database.DatabaseColumns;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseTable;
import org.speedwell.accelerator.mapping.ClassMapping;
import org.speedwell.accelerator.mapping.DatabaseName;
import org.speedwell.accelerator.mapping.MappingException;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;

/** The mapped classes of an application with their tables, as the database describes them. Immutable. */
public final class EntityModels {
    private final Map<Class<?>, EntityModel<?>> models;

    private EntityModels(Map<Class<?>, EntityModel<?>> models) {
        this.models = models;
    }

    /**
     * Finds the tables of mapped classes and compares them with the classes.
     *
     * @param connection a connection to the database; classes without a schema belong to its schema
     * @param database the name of the database in the identifiers of tables
     * @param columnIds creates the identifier of a column from its table and its name
     * @throws MappingException if a class differs from the database; the message names all differences of all classes
     */
    public static EntityModels of(
            List<ClassMapping<?>> mappings,
            Connection connection,
            String database,
            BiFunction<TableId<?>, String, ColumnId> columnIds)
            throws SQLException {
        Differences differences = new Differences();
        List<MappedTable<?>> tables = new ArrayList<>();
        Schemas schemas = new Schemas(connection, new HashMap<>());
        for (ClassMapping<?> mapping : mappings) {
            Optional<DatabaseTable> table = schemas.table(mapping, differences);
            if (table.isPresent()) {
                MappedTable<?> mapped = new MappedTable<>(mapping, database, table.get(), differences);
                requireNew(mapped, tables, differences);
                tables.add(mapped);
            }
        }
        MappedReferences references = new MappedReferences(tables, differences);
        Map<MappedTable<?>, List<? extends ReferenceModel<?>>> byTable = new LinkedHashMap<>();
        tables.forEach(table -> byTable.put(table, references.references(table)));
        references.requireNoCycles();
        tables.forEach(MappedTable::checkId);
        List<ReferenceModel<?>> all = new ArrayList<>();
        byTable.values().forEach(all::addAll);
        Map<MappedTable<?>, List<? extends ChildrenModel<?>>> children = new HashMap<>();
        tables.forEach(table -> children.put(table, references.children(table, all)));
        differences.requireNone();
        Map<Class<?>, EntityModel<?>> models = new LinkedHashMap<>();
        for (MappedTable<?> table : tables) {
            models.put(table.mapping().type(), model(table, byTable, children, columnIds));
        }
        return new EntityModels(models);
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // both maps hold the lists of each table
    private static <E> EntityModel<E> model(
            MappedTable<E> table,
            Map<MappedTable<?>, List<? extends ReferenceModel<?>>> references,
            Map<MappedTable<?>, List<? extends ChildrenModel<?>>> children,
            BiFunction<TableId<?>, String, ColumnId> columnIds) {
        List<ReferenceModel<E>> own = (List<ReferenceModel<E>>) references.get(table);
        return new EntityModel<>(
                table.mapping(),
                table.model(own, columnIds),
                table::columnOf,
                table.uniqueKeys(),
                List.copyOf(own),
                List.copyOf((List<ChildrenModel<E>>) children.get(table)));
    }

    private static void requireNew(MappedTable<?> mapped, List<MappedTable<?>> others, Differences differences) {
        for (MappedTable<?> other : others) {
            if (other.identifier().equals(mapped.identifier())) {
                differences.add(
                        mapped.mapping().type().getName(),
                        "and " + other.mapping().type().getName() + " have the same table "
                                + mapped.identifier().table(),
                        "map one of them");
            }
        }
    }

    /** Returns all models, in the order of the mappings. */
    public List<EntityModel<?>> all() {
        return List.copyOf(models.values());
    }

    /**
     * Returns the model of a mapped class.
     *
     * @throws IllegalArgumentException if the class is not mapped
     */
    @SuppressWarnings("unchecked") // the map's key is the class of the rows
    public <E> EntityModel<E> of(Class<E> type) {
        EntityModel<?> model = models.get(type);
        if (model == null) {
            throw new IllegalArgumentException("Class " + type.getName() + " is not mapped. Map it with .table("
                    + type.getSimpleName() + ".class).");
        }
        return (EntityModel<E>) model;
    }

    /** Returns the model of a mapped table. */
    public EntityModel<?> of(TableId<?> table) {
        return models.values().stream()
                .filter(model -> model.table().identifier().equals(table))
                .findFirst()
                .orElseThrow();
    }

    /**
     * The schemas of the database.
     *
     * @param read the tables of the schemas that are already read
     */
    private record Schemas(Connection connection, Map<String, Map<String, DatabaseTable>> read) {

        Optional<DatabaseTable> table(ClassMapping<?> mapping, Differences differences) throws SQLException {
            String schema = mapping.schema().orElse(current());
            Map<String, DatabaseTable> tables = read.get(schema);
            if (tables == null) {
                tables = DatabaseColumns.tables(connection, schema);
                read.put(schema, tables);
            }
            DatabaseName name = mapping.table();
            Map<String, DatabaseTable> known = tables;
            Optional<DatabaseTable> found = name.candidates().stream()
                    .map(candidate -> candidate.toLowerCase(Locale.ROOT))
                    .filter(known::containsKey)
                    .findFirst()
                    .map(known::get);
            if (found.isEmpty()) {
                differences.add(
                        mapping.type().getName(),
                        "has no table " + name + " in schema " + schema,
                        Differences.nearest(
                                name.candidates().getLast(),
                                known.values().stream().map(DatabaseTable::name).toList(),
                                "@Table(name = \"%s\")",
                                "create the table, or add @Table(name = \"...\")"));
            }
            return found;
        }

        private String current() throws SQLException {
            try (PreparedStatement query = connection.prepareStatement("SELECT DATABASE()");
                    ResultSet row = query.executeQuery()) {
                String schema = row.next() ? row.getString(1) : null;
                if (schema == null) {
                    throw new MappingException("The connection has no schema. Name one in its URL, or with"
                            + " @Table(schema = \"...\").");
                }
                return schema;
            }
        }
    }
}
