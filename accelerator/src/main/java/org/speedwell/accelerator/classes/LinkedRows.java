package org.speedwell.accelerator.classes;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.ColumnModel;
import org.speedwell.accelerator.entity.ChildrenModel;
import org.speedwell.accelerator.entity.EntityModel;
import org.speedwell.accelerator.entity.EntityModels;
import org.speedwell.accelerator.entity.ReferenceModel;
import org.speedwell.accelerator.model.TableId;

/** All rows of some tables of the database, as entities that refer to each other. For one thread. */
final class LinkedRows {
    private final EntityModels models;
    private final Map<TableId<?>, Table<?>> tables = new LinkedHashMap<>();
    private final Map<Lookup, Map<List<Object>, List<Row<?>>>> lookups = new HashMap<>();

    /** A row of the database. */
    final class Row<E> {
        private final EntityModel<E> model;

        /** One value for each column of the table. */
        private final @Nullable Object[] values;

        private @Nullable E entity;

        private Row(EntityModel<E> model, @Nullable Object[] values) {
            this.model = model;
            this.values = values;
        }

        /** Returns the entity. Its constructor may take entities of other rows; records form no cycles. */
        private E entity() {
            E made = entity;
            if (made == null) {
                Object[] arguments = model.references().stream()
                        .filter(reference -> reference.setter() == null)
                        .map(this::referenced)
                        .toArray();
                @Nullable Object[] all = Arrays.copyOf(values, values.length + arguments.length);
                System.arraycopy(arguments, 0, all, values.length, arguments.length);
                made = model.table().entities().of(all);
                entity = made;
            }
            return made;
        }

        private @Nullable Object referenced(ReferenceModel<E> reference) {
            return first(find(reference.table(), reference.key(), key(model, reference.foreignKey(), values)));
        }
    }

    private record Table<E>(EntityModel<E> model, List<Row<E>> rows) {}

    /** The columns of a table by which to find rows. */
    private record Lookup(TableId<?> table, List<String> columns) {}

    LinkedRows(EntityModels models) {
        this.models = models;
    }

    /** Adds a row. {@link #link} creates its entity. */
    <E> Row<E> add(EntityModel<E> model, @Nullable Object[] values) {
        Row<E> row = new Row<>(model, values);
        table(model).rows.add(row);
        return row;
    }

    @SuppressWarnings("unchecked") // a table has the model of its class
    private <E> Table<E> table(EntityModel<E> model) {
        return (Table<E>)
                tables.computeIfAbsent(model.table().identifier(), _ -> new Table<>(model, new ArrayList<>()));
    }

    /** Returns the entities of a table. */
    <E> Stream<E> entities(EntityModel<E> model) {
        return table(model).rows.stream().map(Row::entity);
    }

    /** Sets the references of all entities, and then their lists: a set may read references for its hash codes. */
    void link() {
        tables.values().forEach(this::refer);
        tables.values().forEach(this::list);
    }

    private <E> void refer(Table<E> table) {
        table.rows.forEach(this::refer);
    }

    private <E> void list(Table<E> table) {
        table.rows.forEach(this::list);
    }

    /** Returns the entity of a row that no other row refers to. */
    <E> E linked(EntityModel<E> model, @Nullable Object[] values) {
        Row<E> row = new Row<>(model, values);
        refer(row);
        list(row);
        return row.entity();
    }

    private <E> void refer(Row<E> row) {
        for (ReferenceModel<E> reference : row.model.references()) {
            BiConsumer<E, @Nullable Object> setter = reference.setter();
            if (setter != null) {
                setter.accept(row.entity(), row.referenced(reference));
            }
        }
    }

    private <E> void list(Row<E> row) {
        for (ChildrenModel<E> children : row.model.children()) {
            EntityModel<?> target = models.of(children.table());
            List<Row<?>> found = new ArrayList<>(
                    find(children.table(), children.foreignKey(), key(row.model, children.key(), row.values)));
            Comparator<@Nullable Object[]> order =
                    ChildOrder.of(children, target).in(target.table().columns());
            found.sort(Comparator.comparing(other -> other.values, order));
            children.setter()
                    .accept(
                            row.entity(),
                            children.isSingle()
                                    ? first(found)
                                    : collection(children.attribute().rawType(), found));
        }
    }

    private static @Nullable Object first(List<Row<?>> rows) {
        return rows.isEmpty() ? null : rows.getFirst().entity();
    }

    private static Collection<?> collection(Class<?> type, List<Row<?>> rows) {
        List<?> entities = rows.stream().map(Row::entity).toList();
        return type.isAssignableFrom(List.class)
                ? entities
                : Collections.unmodifiableSet(new LinkedHashSet<>(entities));
    }

    /** Returns the rows with a key; none for a key with null. */
    private List<Row<?>> find(TableId<?> table, List<String> columns, List<Object> key) {
        return lookups.computeIfAbsent(new Lookup(table, columns), this::index).getOrDefault(key, List.of());
    }

    private Map<List<Object>, List<Row<?>>> index(Lookup lookup) {
        Map<List<Object>, List<Row<?>>> index = new HashMap<>();
        Table<?> table = tables.get(lookup.table);
        if (table != null) {
            for (Row<?> row : table.rows) {
                List<Object> key = key(table.model, lookup.columns, row.values);
                if (!key.isEmpty()) {
                    index.computeIfAbsent(key, _ -> new ArrayList<>()).add(row);
                }
            }
        }
        return index;
    }

    /** Returns the values of some columns in a form with {@code equals}; empty if one is null. */
    private static List<Object> key(EntityModel<?> model, List<String> columns, @Nullable Object[] values) {
        List<String> names =
                model.table().columns().stream().map(ColumnModel::name).toList();
        List<Object> key = new ArrayList<>();
        for (String column : columns) {
            Object value = values[names.indexOf(column)];
            if (value == null) {
                return List.of();
            }
            key.add(comparable(value));
        }
        return key;
    }

    /** Returns a value in the form in which a foreign key of another class of numbers equals it. */
    private static Object comparable(Object value) {
        return switch (value) {
            case Number number -> new BigDecimal(number.toString()).stripTrailingZeros();
            case byte[] bytes -> ByteBuffer.wrap(bytes);
            default -> value;
        };
    }
}
