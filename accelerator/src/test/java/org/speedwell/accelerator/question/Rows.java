package org.speedwell.accelerator.question;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.ReferenceField;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expression.FieldValue;
import org.speedwell.accelerator.expression.ReferencePath;
import org.speedwell.accelerator.expression.ReferencedValue;
import org.speedwell.accelerator.lambda.Functions;
import org.speedwell.accelerator.query.Reference;
import org.speedwell.accelerator.query.ReferenceKey;
import org.speedwell.accelerator.query.ReferencedField;
import org.speedwell.accelerator.store.EntityFactory;

/**
 * The entities of the questions and the rows that they refer to. The class of the entities is compiled when the tests
 * begin.
 */
public final class Rows {
    static final CompiledClasses CLASSES = new CompiledClasses(Map.of(RowSource.CLASS, RowSource.text()), null);
    private static final Class<?> ROW = load();
    private static final Map<RowColumn, Field<Object>> FIELDS =
            RowColumn.ALL.stream().collect(Collectors.toMap(column -> column, Rows::of));
    private static final Map<Integer, RowTable> TABLES = new ConcurrentHashMap<>();

    /** The action that a thread runs whenever it creates an entity. */
    static final ThreadLocal<Runnable> ON_ENTITY = ThreadLocal.withInitial(() -> () -> {});

    static final TableIdentifier<Object> TABLE =
            field(RowColumn.ID).identifier().asTableIdentifier();

    static final EntityFactory<Object> FACTORY = new EntityFactory<>(
            Rows::blank,
            RowColumn.ALL.stream()
                    .<BiConsumer<Object, Object>>map(column -> field(column).setter()::set)
                    .toList(),
            RowColumn.ALL.stream().map(column -> field(column).getter()).toList(),
            null);

    /** The reference of a row to another row of its table. */
    private static final ReferencePath.Hop HOP =
            new ReferencePath.Hop(List.of(field(RowColumn.PARENT)), List.of(field(RowColumn.ID)), TABLE);

    private static final Path<Object> PARENT = new Path<>(List.of(HOP), Rows::parent);

    private static final Path<Object> GRANDPARENT = new Path<>(List.of(HOP, HOP), entity -> {
        Object parent = parent(entity);
        return parent == null ? null : parent(parent);
    });

    private Rows() {}

    private static Class<?> load() {
        try {
            return CLASSES.loadClass(RowSource.CLASS);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    @SuppressWarnings("unchecked") // the generated fields have this type
    private static Field<Object> of(RowColumn column) {
        try {
            return (Field<Object>) requireNonNull(ROW.getField(column.name()).get(null));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static Object blank() {
        ON_ENTITY.get().run();
        try {
            return ROW.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Creates an entity from plain values. */
    static Object entity(@Nullable Object[] row) {
        Object entity = blank();
        for (RowColumn column : RowColumn.ALL) {
            Object value = row[column.ordinal()];
            if (value != null) {
                field(column).setter().set(entity, value);
            }
        }
        return entity;
    }

    static Field<Object> field(RowColumn column) {
        return requireNonNull(FIELDS.get(column));
    }

    static boolean isRow(@Nullable Object value) {
        return ROW.isInstance(value);
    }

    /** Registers a table, so that rows can refer to its rows. It replaces the table with the same number. */
    static void remember(RowTable table) {
        TABLES.put(table.number(), table);
    }

    /** Returns the row to which another row refers, or null if there is none. */
    static @Nullable Object @Nullable [] parent(@Nullable Object[] row) {
        Integer key = (Integer) row[RowColumn.PARENT.ordinal()];
        RowTable table = key == null ? null : TABLES.get(key / RowTable.KEYS);
        int place = table == null ? -1 : table.placeOf(key);
        return place < 0 ? null : table.rows().get(place);
    }

    /** Returns the entity of the row to which another row refers, or null if there is none. */
    private static @Nullable Object parent(Object entity) {
        @Nullable Object[] row = new @Nullable Object[RowColumn.ALL.size()];
        row[RowColumn.PARENT.ordinal()] = field(RowColumn.PARENT).getter().apply(entity);
        @Nullable Object @Nullable [] parent = parent(row);
        return parent == null ? null : entity(parent);
    }

    /** Returns the reference of a row to another row of its table. Compiled questions call it. */
    @SuppressWarnings("unchecked") // R is the class of the rows, which the compiler does not know here
    public static <R> Reference<R, R> parent() {
        return (Reference<R, R>) (Reference<?, ?>) PARENT;
    }

    /** Returns the reference to the row to which the referenced row refers. Compiled questions call it. */
    @SuppressWarnings("unchecked") // as above
    public static <R> Reference<R, R> grandparent() {
        return (Reference<R, R>) (Reference<?, ?>) GRANDPARENT;
    }

    /** Returns its argument. The analysis of a caller does not see this. Compiled questions call it. */
    public static boolean itself(boolean value) {
        return value;
    }

    private static final class Path<R> extends ReferencePath<R, R> implements Reference<R, R> {
        Path(List<Hop> hops, Function<R, @Nullable R> lookUp) {
            super(hops, lookUp);
        }

        @Override
        public <S> Reference<R, S> then(com.speedment.runtime.field.trait.HasFinder<R, S> foreignKey) {
            throw new UnsupportedOperationException("No question follows a reference of a reference in this way.");
        }

        @Override
        @SafeVarargs
        public final <S> Reference<R, S> then(ReferenceKey<R, S> key, ReferenceKey<R, S>... further) {
            throw new UnsupportedOperationException("No question follows a reference of a reference in this way.");
        }

        @Override
        public <V> ReferencedField<R, V> get(ReferenceField<R, ?, V> field) {
            return new Value<>(this, new FieldValue<>(field));
        }

        @Override
        public <V> ReferencedField<R, V> map(Function<? super R, ? extends @Nullable V> function) {
            Functions.recognizeFirst(function, Reference.class::isAssignableFrom);
            return new Value<>(this, function);
        }
    }

    private static final class Value<E, R, V> extends ReferencedValue<E, R, V> implements ReferencedField<E, V> {
        Value(ReferencePath<E, R> path, Function<? super R, ? extends @Nullable V> function) {
            super(path, function);
        }
    }
}
