package org.speedwell.accelerator.entity;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.speedwell.accelerator.database.Catalogue;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseTable;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.mapping.ClassMapping;
import org.speedwell.accelerator.mapping.DatabaseName;
import org.speedwell.accelerator.mapping.MappingException;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;

/** The mapped classes of an application with their tables, as the database describes them. Immutable. */
public final class EntityModels {
    private final Map<Class<?>, EntityModel<?>> models;

    private final Catalogue catalogue;

    private EntityModels(Map<Class<?>, EntityModel<?>> models, Catalogue catalogue) {
        this.models = models;
        this.catalogue = catalogue;
    }

    /**
     * Finds the tables of mapped classes and compares them with the classes.
     *
     * @param catalogue the description of the schemas; classes without a schema belong to that of the connection
     * @param database the name of the database in the identifiers of tables
     * @param columnIds creates the identifier of a column from its table and its name
     * @throws MappingException if a class differs from the database; the message names all differences of all classes
     */
    public static EntityModels of(
            List<ClassMapping<?>> mappings,
            Catalogue catalogue,
            String database,
            BiFunction<TableId<?>, String, ColumnId> columnIds) {
        Differences differences = new Differences();
        List<MappedTable<?>> tables = new ArrayList<>();
        for (ClassMapping<?> mapping : mappings) {
            Optional<DatabaseTable> table = table(mapping, catalogue, differences);
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
        List<DatabaseTable> mapped =
                tables.stream().<DatabaseTable>map(MappedTable::table).toList();
        return new EntityModels(models, new Catalogue(catalogue.schema(), mapped));
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

    /** Returns the description of the mapped tables. */
    public Catalogue catalogue() {
        return catalogue;
    }

    /**
     * Checks that the classes have the same tables as in an earlier description of the database.
     *
     * @throws MappingException if a table, its key or the form of a column differs; the message names each difference
     */
    public void requireSameTables(EntityModels earlier) {
        Differences differences = new Differences();
        models.forEach((type, model) -> {
            String now = shape(model);
            String before = shape(earlier.of(type));
            if (!now.equals(before)) {
                differences.add(
                        type.getName(),
                        "has " + before + " in the file, but " + now + " in the database",
                        "restart the application while the database is reachable");
            }
        });
        differences.requireNone();
    }

    private static String shape(EntityModel<?> model) {
        TableModel<?> table = model.table();
        return (table.view() ? "view " : "table ") + table + " with the key (" + String.join(", ", table.keyColumns())
                + ") and "
                + table.columns().stream()
                        .map(column ->
                                column.name() + " as " + column.databaseClass().getSimpleName())
                        .collect(Collectors.joining(", "));
    }

    private static Optional<DatabaseTable> table(
            ClassMapping<?> mapping, Catalogue catalogue, Differences differences) {
        String schema = mapping.schema().orElse(catalogue.schema());
        if (schema.isEmpty()) {
            throw new MappingException(
                    "The connection has no schema. Name one in its URL, or with" + " @Table(schema = \"...\").");
        }
        List<DatabaseTable> known = catalogue.tables(schema);
        DatabaseName name = mapping.table();
        Optional<DatabaseTable> found = name.candidates().stream()
                .flatMap(
                        candidate -> known.stream().filter(table -> table.name().equalsIgnoreCase(candidate)))
                .findFirst();
        if (found.isEmpty()) {
            differences.add(
                    mapping.type().getName(),
                    "has no table " + name + " in schema " + schema,
                    Differences.nearest(
                            name.candidates().getLast(),
                            known.stream().map(DatabaseTable::name).toList(),
                            "@Table(name = \"%s\")",
                            "create the table, or add @Table(name = \"...\")"));
        }
        return found;
    }
}
