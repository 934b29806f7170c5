package org.speedwell.accelerator.store;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.lambda.EntityCode;
import org.speedwell.generator.runtime.EntityReader;

/**
 * A factory of entities. Each call makes a new instance, because entities are mutable and belong to the caller.
 * Thread-safe.
 */
public final class EntityFactory<E> {
    private final Supplier<E> constructor;
    private final List<BiConsumer<E, Object>> setters;

    /** The functions that read the columns, compared by identity. */
    private final List<?> getters;

    /** The reader generated for the entities; null if there is none. */
    private final @Nullable EntityReader<E> reader;

    /** The function that makes an entity from one value for each column; null if setters fill it. */
    private final @Nullable Function<@Nullable Object[], E> maker;

    private final int columns;

    /** The exact class of all entities; null if functions of entities are not analyzed. */
    private final @Nullable Class<?> type;

    private final @Nullable EntityCode code;

    private final @Nullable EntityLinks<E> links;

    /**
     * Creates a factory whose setters fill the entities. Setters are in the order of the columns. Functions of the
     * entities are not analyzed.
     */
    public EntityFactory(Supplier<E> constructor, List<BiConsumer<E, Object>> setters) {
        this(constructor, setters, List.of(), null);
    }

    /**
     * Creates a factory whose setters fill the entities. Setters are in the order of the columns.
     *
     * @param code an analyzer of functions of these entities; it knows the columns by their names
     */
    public EntityFactory(Supplier<E> constructor, List<BiConsumer<E, Object>> setters, EntityCode code) {
        this(constructor, setters, List.of(), null, null, setters.size(), null, code);
    }

    /**
     * Creates a factory with setters, getters and a generated reader, if there is one, all in the order of the columns.
     */
    public EntityFactory(
            Supplier<E> constructor,
            List<BiConsumer<E, Object>> setters,
            List<?> getters,
            @Nullable EntityReader<E> reader) {
        this(
                constructor,
                setters,
                getters,
                reader,
                null,
                setters.size(),
                getters.isEmpty() ? null : constructor.get().getClass(),
                null);
    }

    /**
     * Creates a factory whose function makes an entity from all values, in the order of the columns.
     *
     * @param code an analyzer of functions of these entities, which knows the columns by their names; null if functions
     *     are not analyzed
     */
    public EntityFactory(Function<@Nullable Object[], E> maker, int columns, @Nullable EntityCode code) {
        this(() -> maker.apply(new @Nullable Object[columns]), List.of(), List.of(), null, maker, columns, null, code);
    }

    private EntityFactory(
            Supplier<E> constructor,
            List<BiConsumer<E, Object>> setters,
            List<?> getters,
            @Nullable EntityReader<E> reader,
            @Nullable Function<@Nullable Object[], E> maker,
            int columns,
            @Nullable Class<?> type,
            @Nullable EntityCode code) {
        this.constructor = constructor;
        this.setters = List.copyOf(setters);
        this.getters = List.copyOf(getters);
        this.reader = reader;
        this.maker = maker;
        this.columns = columns;
        this.type = type;
        this.code = code;
        this.links = null;
    }

    private EntityFactory(EntityFactory<E> of, @Nullable EntityLinks<E> links) {
        this.constructor = of.constructor;
        this.setters = of.setters;
        this.getters = of.getters;
        this.reader = of.reader;
        this.maker = of.maker;
        this.columns = of.columns;
        this.type = of.type;
        this.code = of.code;
        this.links = links;
    }

    /** Returns a factory of the same entities, some attributes of which hold rows of other tables. */
    public EntityFactory<E> with(@Nullable EntityLinks<E> rows) {
        return new EntityFactory<>(this, rows);
    }

    /** Returns the attributes that hold rows of other tables; null if there are none. */
    @Nullable
    EntityLinks<E> links() {
        return links;
    }

    /** Returns the analyzer of functions of these entities; null if the {@link #type} determines it. */
    public @Nullable EntityCode code() {
        return code;
    }

    /** Returns the exact class of all entities, or null if functions of entities are not analyzed. */
    @Nullable
    Class<?> type() {
        return type;
    }

    /**
     * Returns the place of the column that a getter of these entities reads, or −1 if the function is none of them.
     */
    @SuppressWarnings("ReferenceEquality") // lambdas are equal only if identical
    public int columnOf(Object function) {
        for (int column = 0; column < getters.size(); column++) {
            if (getters.get(column) == function) {
                return column;
            }
        }
        return -1;
    }

    /** Returns whether one call of generated code, or of a constructor, makes an entity without setters. */
    public boolean isGenerated() {
        return reader != null || maker != null;
    }

    /**
     * Creates an entity with the values of a row, from all columns in their order.
     *
     * @param arguments the entities of other rows that its constructor takes
     */
    public E create(Column[] columns, int row, @Nullable Object... arguments) {
        if (reader != null) {
            E entity = constructor.get();
            reader.read(entity, columns, row);
            return entity;
        }
        if (maker != null) {
            @Nullable Object[] values = new Object[columns.length + arguments.length];
            for (int i = 0; i < columns.length; i++) {
                values[i] = columns[i].get(row);
            }
            System.arraycopy(arguments, 0, values, columns.length, arguments.length);
            return maker.apply(values);
        }
        E entity = constructor.get();
        for (int i = 0; i < columns.length; i++) {
            set(entity, i, columns[i].get(row));
        }
        return entity;
    }

    /** Creates an entity from one value for each column, in their order. */
    public E of(@Nullable Object[] values) {
        if (maker != null) {
            return maker.apply(values);
        }
        E entity = constructor.get();
        for (int i = 0; i < values.length; i++) {
            set(entity, i, values[i]);
        }
        return entity;
    }

    private void set(E entity, int column, @Nullable Object value) {
        if (value != null) {
            setters.get(column).accept(entity, value);
        }
    }

    /** Creates an entity with at least the values of some columns of a row, for callers that read only these. */
    E createOf(Column[] columns, int[] read, int row) {
        if (maker != null) {
            return create(columns, row); // an immutable entity needs all its values
        }
        E entity = constructor.get();
        for (int column : read) {
            set(entity, column, columns[column].get(row));
        }
        return entity;
    }

    /** Creates an entity with one value only, to test a predicate on one field. */
    public E createWith(int column, @Nullable Object value) {
        if (maker != null) {
            @Nullable Object[] values = new Object[columns];
            values[column] = value;
            return maker.apply(values);
        }
        E entity = constructor.get();
        set(entity, column, value);
        return entity;
    }
}
