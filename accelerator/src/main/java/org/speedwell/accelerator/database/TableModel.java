package org.speedwell.accelerator.database;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.EntityFactory;
import org.speedwell.accelerator.store.GeneratedReader;
import org.speedwell.accelerator.store.TableStore;

/**
 * A table as the model of the application has it.
 *
 * @param constructor makes an entity without values
 * @param database the name of its database
 * @param schemaName the database's name of its schema
 * @param tableName the database's name of it
 * @param keyColumns the database's names of the primary key's columns, in the key's order; for a view those of the key that it was
 *     given, if any
 */
public record TableModel<E>(
        TableId<E> identifier,
        Class<E> entityClass,
        Supplier<E> constructor,
        String database,
        String schemaName,
        String tableName,
        boolean view,
        List<ColumnModel<E>> columns,
        List<String> keyColumns) {

    /** Returns what is wrong with a NULL in a column; null if nothing is. Keys of views are checked when all rows are there. */
    public @Nullable String refusalOfNull(ColumnModel<?> column) {
        if (column.primitive()) {
            return "NULL, but the model declares the column not null";
        }
        return !view && keyColumns.contains(column.name()) ? BadValueCount.NULL_KEY : null;
    }

    /** The same as a table without a primary key. */
    public TableModel<E> withoutKey() {
        return new TableModel<>(
                identifier, entityClass, constructor, database, schemaName, tableName, view, columns, List.of());
    }

    /** The same with these columns for its primary key. */
    public TableModel<E> withKey(List<ColumnId> key) {
        List<String> names = key.stream()
                .map(identifier -> columns.stream()
                        .filter(column -> column.identifier().equals(identifier))
                        .findFirst()
                        .orElseThrow()
                        .name())
                .toList();
        return new TableModel<>(
                identifier, entityClass, constructor, database, schemaName, tableName, view, columns, names);
    }

    /** Makes entities of the values of all columns. */
    public EntityFactory<E> entities() {
        return new EntityFactory<>(
                constructor,
                columns.stream().map(ColumnModel::setter).toList(),
                columns.stream().map(ColumnModel::getter).toList(),
                GeneratedReader.of(
                        entityClass,
                        columns.stream().map(ColumnModel::identifier).toList()));
    }

    /** The table without its columns yet. */
    public TableStore.Builder<E> store(Lease lease) {
        return TableStore.builder(identifier(), entities(), lease).primaryKey(keyPlaces());
    }

    /** Where the primary key's columns stand among all; none where one of them is not of the model. */
    private int[] keyPlaces() {
        List<String> names = columns.stream().map(ColumnModel::name).toList();
        int[] places = keyColumns.stream().mapToInt(names::indexOf).toArray();
        return Arrays.stream(places).anyMatch(place -> place < 0) ? new int[0] : places;
    }

    /** Some columns, rows in the primary key's order. */
    public String select(List<ColumnModel<E>> chosen, String condition) {
        return "SELECT " + columnList(chosen) + " FROM " + quotedName() + condition
                + (keyColumns.isEmpty()
                        ? ""
                        : " ORDER BY "
                                + keyColumns.stream().map(TableModel::quoted).collect(Collectors.joining(", ")));
    }

    /** A query of some columns that gives no row, by which the server tells whether it may be asked. */
    public String selectNothing(List<ColumnModel<E>> chosen) {
        return "SELECT " + columnList(chosen) + " FROM " + quotedName() + " LIMIT 0";
    }

    private static String columnList(List<? extends ColumnModel<?>> chosen) {
        return chosen.isEmpty() // rows are counted even so
                ? "1"
                : chosen.stream().map(column -> quoted(column.name())).collect(Collectors.joining(", "));
    }

    /** As SQL names it. */
    public String quotedName() {
        return quoted(schemaName) + "." + quoted(tableName);
    }

    /** As messages name it. */
    @Override
    public String toString() {
        return schemaName + "." + tableName;
    }

    public static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
