package org.speedwell.accelerator.database;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.EntityFactory;
import org.speedwell.accelerator.store.TableStore;

/**
 * A table of the application's model.
 *
 * @param entities creates entities from the values of all columns
 * @param database the name of its database
 * @param schemaName the schema's name in the database
 * @param tableName the table's name in the database
 * @param keyColumns the names of the primary key's columns in the database, in the key's order; for a view, those of
 *     its configured key, if any
 */
public record TableModel<E>(
        TableId<E> identifier,
        EntityFactory<E> entities,
        String database,
        String schemaName,
        String tableName,
        boolean view,
        List<ColumnModel<E>> columns,
        List<String> keyColumns) {

    /**
     * Returns the error of a NULL in a column. Null if the column may be NULL. A view's key is checked later, when all
     * rows are loaded.
     */
    public @Nullable String refusalOfNull(ColumnModel<?> column) {
        if (column.primitive()) {
            return "NULL, but the column is NOT NULL in the model";
        }
        return !view && keyColumns.contains(column.name()) ? BadValueCount.NULL_KEY : null;
    }

    /** Returns the same table with another factory of its entities. */
    public TableModel<E> with(EntityFactory<E> factory) {
        return new TableModel<>(identifier, factory, database, schemaName, tableName, view, columns, keyColumns);
    }

    /** Returns the same table without a primary key. */
    public TableModel<E> withoutKey() {
        return new TableModel<>(identifier, entities, database, schemaName, tableName, view, columns, List.of());
    }

    /** Returns the same table with these columns as its primary key. */
    public TableModel<E> withKey(List<ColumnId> key) {
        List<String> names = key.stream()
                .map(identifier -> columns.stream()
                        .filter(column -> column.identifier().equals(identifier))
                        .findFirst()
                        .orElseThrow()
                        .name())
                .toList();
        return new TableModel<>(identifier, entities, database, schemaName, tableName, view, columns, names);
    }

    /** Creates a builder of the table store. It has no columns yet. */
    public TableStore.Builder<E> store(Lease lease) {
        return TableStore.builder(identifier(), entities(), lease).primaryKey(keyPlaces());
    }

    /** Returns the indexes of the primary key's columns. Empty if the model lacks one of them. */
    private int[] keyPlaces() {
        List<String> names = columns.stream().map(ColumnModel::name).toList();
        int[] places = keyColumns.stream().mapToInt(names::indexOf).toArray();
        return Arrays.stream(places).anyMatch(place -> place < 0) ? new int[0] : places;
    }

    /** Returns a query of some columns, with the rows in the order of the primary key. */
    public String select(List<ColumnModel<E>> chosen, String condition) {
        return "SELECT " + columnList(chosen) + " FROM " + quotedName() + condition
                + (keyColumns.isEmpty()
                        ? ""
                        : " ORDER BY "
                                + keyColumns.stream().map(TableModel::quoted).collect(Collectors.joining(", ")));
    }

    /** Returns a query of some columns that returns no rows. It fails if the user lacks a privilege. */
    public String selectNothing(List<ColumnModel<E>> chosen) {
        return "SELECT " + columnList(chosen) + " FROM " + quotedName() + " LIMIT 0";
    }

    private static String columnList(List<? extends ColumnModel<?>> chosen) {
        return chosen.isEmpty() // the result still has one row for each row of the table
                ? "1"
                : chosen.stream().map(column -> quoted(column.name())).collect(Collectors.joining(", "));
    }

    /** Returns the qualified name for SQL. */
    public String quotedName() {
        return quoted(schemaName) + "." + quoted(tableName);
    }

    /** Returns the qualified name for messages. */
    @Override
    public String toString() {
        return schemaName + "." + tableName;
    }

    public static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
