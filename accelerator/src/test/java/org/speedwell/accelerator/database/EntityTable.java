package org.speedwell.accelerator.database;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.config.Project;
import com.speedment.runtime.core.ApplicationBuilder;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ProjectComponent;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.EnumField;
import com.speedment.runtime.field.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.Columns;
import org.speedwell.accelerator.index.PairIndex;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.speedment.Models;
import org.speedwell.accelerator.store.EntityFactory;
import org.speedwell.accelerator.store.GeneratedReader;
import org.speedwell.accelerator.store.TableStore;

/** A factory of table stores from entities. The stores equal those that a load creates, but need no database. */
public final class EntityTable {
    private static final Map<Class<?>, MySqlType> TYPES = Map.ofEntries(
            Map.entry(Boolean.class, MySqlType.TINYINT),
            Map.entry(Byte.class, MySqlType.TINYINT),
            Map.entry(Short.class, MySqlType.SMALLINT),
            Map.entry(Integer.class, MySqlType.INT),
            Map.entry(Long.class, MySqlType.BIGINT),
            Map.entry(BigInteger.class, MySqlType.BIGINT),
            Map.entry(Float.class, MySqlType.FLOAT),
            Map.entry(Double.class, MySqlType.DOUBLE),
            Map.entry(BigDecimal.class, MySqlType.DECIMAL),
            Map.entry(String.class, MySqlType.VARCHAR),
            Map.entry(Timestamp.class, MySqlType.DATETIME),
            Map.entry(Date.class, MySqlType.DATE),
            Map.entry(Time.class, MySqlType.TIME),
            Map.entry(Blob.class, MySqlType.BLOB),
            Map.entry(byte[].class, MySqlType.VARBINARY),
            Map.entry(Object.class, MySqlType.VARBINARY));

    private EntityTable() {}

    /** The classes and nullability of the values of a table's fields. All decimals have one scale. */
    public static final class Shape {
        private final Map<Field<?>, Class<?>> classes = new HashMap<>();
        private final Map<Field<?>, Boolean> nullable = new HashMap<>();
        private final Map<Field<?>, ColumnModel<?>> mapped = new HashMap<>();
        private final int scale;

        private Shape(int scale) {
            this.scale = scale;
        }

        public static <E> Shape of(Speedment app, Manager<E> manager, int scale) {
            Shape shape = new Shape(scale);
            TableModel<E> model = model(app, manager);
            List<Field<E>> fields = manager.fields().toList();
            for (int i = 0; i < fields.size(); i++) {
                shape.classes.put(fields.get(i), model.columns().get(i).valueClass());
                shape.nullable.put(fields.get(i), !model.columns().get(i).primitive());
                if (model.columns().get(i).mapper() != null && !(fields.get(i) instanceof EnumField<?, ?, ?>)) {
                    shape.mapped.put(fields.get(i), model.columns().get(i));
                }
            }
            return shape;
        }

        public Class<?> valueClass(Field<?> field) {
            return requireNonNull(classes.get(field));
        }

        /** Returns the class of the value in the database. */
        public Class<?> databaseClass(Field<?> field) {
            ColumnModel<?> column = mapped.get(field);
            return column == null ? valueClass(field) : column.databaseClass();
        }

        /**
         * Returns the function from a database value to an entity's value, or null if the field has no type mapper or
         * is an enum.
         */
        public @Nullable Function<@Nullable Object, @Nullable Object> mapper(Field<?> field) {
            ColumnModel<?> column = mapped.get(field);
            return column == null ? null : column.mapper();
        }

        public boolean isNullable(Field<?> field) {
            return requireNonNull(nullable.get(field));
        }

        public int scale() {
            return scale;
        }
    }

    /** Creates an application that never uses its database. */
    public static Speedment offline(ApplicationBuilder<?, ?> builder) {
        return builder.withPassword("")
                .withSkipCheckDatabaseConnectivity()
                .withSkipLogoPrintout()
                .withParam("statistics.scheduler.enabled", "false") // otherwise Speedment sends usage statistics
                .build();
    }

    /** An index over two columns, by their places in the table. */
    public record Pair(int first, int second) {}

    /**
     * The storage of a table.
     *
     * @param isIndexed the columns that get an index, if their keys have an order; queries on the others scan
     * @param pairs indexes over two columns; those whose keys have no order or are too far apart are not built
     * @param precision of decimals: above 18 the column uses a dictionary
     * @param isDistinct true if no two entities are equal, as in a table with a primary key
     */
    public record Layout(IntPredicate isIndexed, List<Pair> pairs, int precision, boolean isDistinct) {
        public Layout(boolean indexed, int precision, boolean isDistinct) {
            this(_ -> indexed, List.of(), precision, isDistinct);
        }
    }

    /**
     * Creates a table of the entities in their order. Entities may be equal.
     *
     * @param indexed true if columns get indexes; otherwise every query scans
     * @param precision of decimals: above 18 the column uses a dictionary
     */
    public static <E> TableStore<E> of(
            Speedment app, Manager<E> manager, Shape shape, List<E> entities, boolean indexed, int precision) {
        return of(app, manager, shape, entities, new Layout(indexed, precision, false), () -> {});
    }

    /**
     * Creates a table of the entities in their order.
     *
     * @param onEntity runs whenever the table creates an entity
     */
    public static <E> TableStore<E> of(
            Speedment app, Manager<E> manager, Shape shape, List<E> entities, Layout layout, Runnable onEntity) {
        int fields = layout.isDistinct ? (int) manager.fields().count() : 0;
        return of(
                app,
                manager,
                shape,
                entities,
                layout,
                onEntity,
                IntStream.range(0, fields).toArray());
    }

    /**
     * Creates a table of the entities in their order.
     *
     * @param onEntity runs whenever the table creates an entity
     * @param primaryKey the places of the primary-key columns, or an empty array
     */
    public static <E> TableStore<E> of(
            Speedment app,
            Manager<E> manager,
            Shape shape,
            List<E> entities,
            Layout layout,
            Runnable onEntity,
            int[] primaryKey) {
        TableModel<E> model = model(app, manager);
        List<Field<E>> fields = manager.fields().toList();
        Lease lease = new Lease();
        EntityFactory<E> factory = new EntityFactory<>(
                () -> {
                    onEntity.run();
                    return manager.create();
                },
                fields.stream()
                        .<BiConsumer<E, Object>>map(field -> field.setter()::set)
                        .toList(),
                fields.stream().map(Field::getter).toList(),
                GeneratedReader.of(
                        manager.getEntityClass(),
                        model.columns().stream().map(ColumnModel::identifier).toList()));
        TableStore.Builder<E> table = TableStore.builder(model.identifier(), factory, lease);
        table.primaryKey(primaryKey);
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            ColumnModel<E> column = model.columns().get(i);
            Column values = build(column, fields.get(i), shape, entities, layout.precision, lease);
            columns.add(values);
            if (layout.isIndexed.test(i)) {
                table.indexedColumn(column.identifier(), values);
            } else {
                table.column(column.identifier(), values);
            }
        }
        layout.pairs.forEach(pair -> pairIndex(pair, columns, lease).ifPresent(table::pair));
        return table.build();
    }

    /**
     * Creates the next version of a table that was made of entities.
     *
     * @param changed the row ids of replaced and new rows, ascending
     * @param entities the rows at these ids, in the same order
     * @param removed the row ids of deleted rows, ascending
     */
    public static <E> TableStore<E> edit(
            Speedment app,
            Manager<E> manager,
            Shape shape,
            TableStore<E> store,
            int precision,
            int[] changed,
            List<E> entities,
            int[] removed) {
        TableModel<E> model = model(app, manager);
        List<Field<E>> fields = manager.fields().toList();
        Lease staging = new Lease();
        try {
            List<Column> values = new ArrayList<>();
            for (int i = 0; i < fields.size(); i++) {
                values.add(build(model.columns().get(i), fields.get(i), shape, entities, precision, staging));
            }
            return store.edit(changed, values, removed, new MemoryBudget(Long.MAX_VALUE));
        } finally {
            staging.release();
        }
    }

    private static Optional<PairIndex> pairIndex(Pair pair, List<Column> columns, Lease lease) {
        if (columns.get(pair.first) instanceof KeyColumn first
                && columns.get(pair.second) instanceof KeyColumn second
                && first.codec().isOrdered()
                && second.codec().isOrdered()) {
            try {
                return Optional.of(PairIndex.build(pair.first, first, pair.second, second, lease));
            } catch (IllegalArgumentException e) {
                return Optional.empty(); // keys too far apart
            }
        }
        return Optional.empty();
    }

    private static <E> Column build(
            ColumnModel<E> column, Field<E> field, Shape shape, List<E> entities, int precision, Lease lease) {
        Class<?> stored = column.valueClass();
        boolean large = stored == String.class && column.databaseClass() == String.class && precision % 2 == 1;
        MySqlType type = large ? MySqlType.TEXT : TYPES.getOrDefault(stored, MySqlType.ENUM);
        if (shape.mapper(field) != null) {
            boolean longText = column.databaseClass() == String.class && precision % 2 == 1;
            MySqlType mapped =
                    longText ? MySqlType.TEXT : TYPES.getOrDefault(column.databaseClass(), MySqlType.VARCHAR);
            try (ColumnBuilder builder = ColumnBuilder.of(
                    mapped, precision, shape.scale(), stored, column.databaseClass(), column.mapper())) {
                entities.forEach(entity -> builder.append(column.databaseValueOf(entity)));
                return Columns.concat(List.of(builder), lease);
            }
        }
        try (ColumnBuilder builder = ColumnBuilder.of(type, precision, shape.scale(), stored, stored, null)) {
            entities.forEach(entity -> builder.append(field.getter().apply(entity)));
            return builder.build(lease);
        }
    }

    public static <E> TableModel<E> model(Speedment app, Manager<E> manager) {
        Project project = app.getOrThrow(ProjectComponent.class).getProject();
        return Models.of(project, manager);
    }
}
