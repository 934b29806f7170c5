package org.speedwell.spring.query;

import com.speedment.runtime.config.Project;
import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.config.util.DocumentDbUtil;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.EnumField;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.trait.HasReferenceOperators;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.speedwell.accelerator.query.RowEncoder;

/**
 * A table that clients may read, with the columns that they may read. Immutable.
 *
 * @param <E> the table's entity
 */
public final class ServedTable<E> {
    private final Manager<E> manager;
    private final Map<String, ServedColumn<E>> columns;
    private final List<ServedColumn<E>> inOrder;

    /** The encoder of all columns, which most queries use. */
    private final RowEncoder<E> encoder;

    private ServedTable(Manager<E> manager, Map<String, ServedColumn<E>> columns) {
        this.manager = manager;
        this.columns = columns;
        this.inOrder = List.copyOf(columns.values());
        this.encoder = encoder(inOrder);
    }

    private static <E> RowEncoder<E> encoder(List<ServedColumn<E>> columns) {
        RowEncoder<E> encoder = RowEncoder.json();
        for (ServedColumn<E> column : columns) {
            encoder = encoder.put(column.property(), column.field());
        }
        return encoder;
    }

    /**
     * Returns a table with some of its columns.
     *
     * @param isLoaded a test whether a column is in memory; the table does not contain other columns
     * @param properties the names of the columns that clients may read, as in the JSON rows; an empty collection means
     * all
     * @throws IllegalArgumentException if a named column is not in memory
     */
    public static <E> ServedTable<E> of(
            Project project, Manager<E> manager, Predicate<Field<E>> isLoaded, Collection<String> properties) {
        return of(project, manager, isLoaded, properties, field -> false);
    }

    /**
     * Returns a table with some of its columns, for a store that loads NULL instead of values that it cannot load.
     *
     * @param isLoaded a test whether a column is in memory; the table does not contain other columns
     * @param properties the names of the columns that clients may read, as in the JSON rows; an empty collection means
     * all
     * @param becomesNull a test whether the store may load NULL into a column that is NOT NULL in the database
     * @throws IllegalArgumentException if a named column is not in memory
     */
    public static <E> ServedTable<E> of(
            Project project,
            Manager<E> manager,
            Predicate<Field<E>> isLoaded,
            Collection<String> properties,
            Predicate<Field<E>> becomesNull) {
        List<Field<E>> fields = manager.fields().toList();
        List<String> labels = RowEncoder.json(manager).labels();
        Map<String, ServedColumn<E>> columns = new LinkedHashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            Field<E> field = fields.get(i);
            if (isLoaded.test(field) && (properties.isEmpty() || properties.contains(labels.get(i)))) {
                columns.put(
                        labels.get(i),
                        new ServedColumn<>(
                                labels.get(i),
                                field,
                                valueClass(project, field),
                                field instanceof HasReferenceOperators
                                        && (isNullable(project, field) || becomesNull.test(field))));
            }
        }
        Set<String> unknown = new HashSet<>(properties);
        unknown.removeAll(columns.keySet());
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("Table %s has no column %s in memory; its columns are %s"
                    .formatted(manager.getTableIdentifier().getTableId(), unknown, labels));
        }
        return new ServedTable<>(manager, columns);
    }

    /**
     * Returns whether the model allows NULL. The field does not show it: fields of objects always have operators for
     * null.
     */
    private static boolean isNullable(Project project, Field<?> field) {
        return DocumentDbUtil.referencedColumn(project, field.identifier()).isNullable();
    }

    private static Class<?> valueClass(Project project, Field<?> field) {
        Type type = field instanceof EnumField<?, ?, ?> of
                ? of.enumClass()
                : field.typeMapper().getJavaType(DocumentDbUtil.referencedColumn(project, field.identifier()));
        return type instanceof Class<?> known ? known : Object.class;
    }

    /** Returns the manager of the table. */
    public Manager<E> manager() {
        return manager;
    }

    /** Returns the identifier of the table. */
    public TableIdentifier<E> identifier() {
        return manager.getTableIdentifier();
    }

    /** Returns the columns by their names for clients, in the order of the table. */
    public Map<String, ServedColumn<E>> columns() {
        return columns;
    }

    List<ServedColumn<E>> inOrder() {
        return inOrder;
    }

    /** Returns an encoder that writes some columns of rows as a JSON array. */
    RowEncoder<E> encoderOf(List<ServedColumn<E>> some) {
        return some.equals(inOrder) ? encoder : encoder(some);
    }

    /**
     * Returns a column.
     *
     * @param parameter the query parameter that names the column, such as {@code filter}
     * @throws QueryException if clients may not read such a column
     */
    ServedColumn<E> column(String parameter, String property) {
        ServedColumn<E> column = columns.get(property);
        if (column == null) {
            throw QueryException.unknown("property", property, parameter, columns.keySet());
        }
        return column;
    }
}
