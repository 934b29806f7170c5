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
 * A table that clients may see, and which of its columns. Immutable.
 *
 * @param <E> the table's entity
 */
public final class ServedTable<E> {
    private final Manager<E> manager;
    private final Map<String, ServedColumn<E>> columns;
    private final List<ServedColumn<E>> inOrder;

    /** Of all columns, which most queries ask for. */
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
     * Some columns of a table.
     *
     * @param isLoaded whether a column is in memory; others are left out
     * @param properties names of the columns that may be seen, as rows have them; all if there are none
     * @throws IllegalArgumentException if there is no such column in memory
     */
    public static <E> ServedTable<E> of(
            Project project, Manager<E> manager, Predicate<Field<E>> isLoaded, Collection<String> properties) {
        return of(project, manager, isLoaded, properties, field -> false);
    }

    /**
     * As the other, of a store that loads NULL in place of values that it cannot load.
     *
     * @param becomesNull tells whether this may happen to a column, although the database has it NOT NULL
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
            throw new IllegalArgumentException("Table %s has no column %s in memory; there are %s"
                    .formatted(manager.getTableIdentifier().getTableId(), unknown, labels));
        }
        return new ServedTable<>(manager, columns);
    }

    /** Fields of NOT NULL columns have operators for null, too, if their values are objects: only the model tells. */
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

    /** Returns which table of the application it is. */
    public TableIdentifier<E> identifier() {
        return manager.getTableIdentifier();
    }

    /** The columns by their names for clients, in the table's order. */
    public Map<String, ServedColumn<E>> columns() {
        return columns;
    }

    List<ServedColumn<E>> inOrder() {
        return inOrder;
    }

    /** What writes rows as an array of JSON, with some columns. */
    RowEncoder<E> encoderOf(List<ServedColumn<E>> some) {
        return some.equals(inOrder) ? encoder : encoder(some);
    }

    /**
     * Returns a column.
     *
     * @param parameter names it, as {@code filter}
     * @throws QueryException if clients may not see such a column
     */
    ServedColumn<E> column(String parameter, String property) {
        ServedColumn<E> column = columns.get(property);
        if (column == null) {
            throw QueryException.unknown("property", property, parameter, columns.keySet());
        }
        return column;
    }
}
