package org.speedwell.accelerator.store;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.lambda.EntityCode;
import org.speedwell.generator.runtime.EntityReader;

/** Makes entities: one new instance a call, as entities are mutable and belong to whom they are given. Thread-safe. */
public final class EntityFactory<E> {
    private final Supplier<E> constructor;
    private final List<BiConsumer<E, Object>> setters;

    /** The functions that read the columns, known only by what they are. */
    private final List<?> getters;

    /** Generated for the entities; null where none was. */
    private final @Nullable EntityReader<E> reader;

    /** Makes an entity of the values of so many columns; null where entities are mutable. */
    private final @Nullable Function<@Nullable Object[], E> maker;

    private final int columns;

    /** Of which exactly the entities are; null where nobody asks what functions of them do. */
    private final @Nullable Class<?> type;

    private final @Nullable EntityCode code;

    /** Creates a factory whose setters fill the entities. Setters are in the order of the columns. Functions of the entities are not read. */
    public EntityFactory(Supplier<E> constructor, List<BiConsumer<E, Object>> setters) {
        this(constructor, setters, List.of(), null);
    }

    /**
     * Creates a factory whose setters fill the entities. Setters are in the order of the columns.
     *
     * @param code reads functions of these entities; it knows the columns by their names
     */
    public EntityFactory(Supplier<E> constructor, List<BiConsumer<E, Object>> setters, EntityCode code) {
        this(constructor, setters, List.of(), null, null, setters.size(), null, code);
    }

    /** Setters and getters are in the order of the columns, and the reader's columns are, if there is a reader. */
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
     * Creates a factory of immutable entities. The function makes one of all values, in the order of the columns.
     *
     * @param code reads functions of these entities; it knows the columns by their names
     */
    public EntityFactory(Function<@Nullable Object[], E> maker, int columns, EntityCode code) {
        this(() -> maker.apply(new Object[columns]), List.of(), List.of(), null, maker, columns, null, code);
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
    }

    /** Returns what reads functions of these entities; null if that follows from the {@link #type}. */
    @Nullable
    EntityCode code() {
        return code;
    }

    /** The class of which exactly the entities are, or null where functions of entities are not read. */
    @Nullable
    Class<?> type() {
        return type;
    }

    /** The column that a getter of these entities reads, or −1 if the function is none of them. */
    @SuppressWarnings("ReferenceEquality") // lambdas equal themselves alone
    public int columnOf(Object function) {
        for (int column = 0; column < getters.size(); column++) {
            if (getters.get(column) == function) {
                return column;
            }
        }
        return -1;
    }

    /** Whether entities are made by what was generated for them. */
    public boolean isGenerated() {
        return reader != null;
    }

    /** A new entity with the values of a row, of all columns in their order. */
    public E create(Column[] columns, int row) {
        if (reader != null) {
            E entity = constructor.get();
            reader.read(entity, columns, row);
            return entity;
        }
        if (maker != null) {
            @Nullable Object[] values = new Object[columns.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = columns[i].get(row);
            }
            return maker.apply(values);
        }
        E entity = constructor.get();
        for (int i = 0; i < columns.length; i++) {
            Object value = columns[i].get(row);
            if (value != null) {
                setters.get(i).accept(entity, value);
            }
        }
        return entity;
    }

    /** A new entity with the values of some columns of a row at least, for who reads no more. */
    E createOf(Column[] columns, int[] read, int row) {
        if (maker != null) {
            return create(columns, row); // an immutable entity is made of all its values
        }
        E entity = constructor.get();
        for (int column : read) {
            Object value = columns[column].get(row);
            if (value != null) {
                setters.get(column).accept(entity, value);
            }
        }
        return entity;
    }

    /** A new entity with one value and nothing else, for testing a predicate on one field. */
    public E createWith(int column, @Nullable Object value) {
        if (maker != null) {
            @Nullable Object[] values = new Object[columns];
            values[column] = value;
            return maker.apply(values);
        }
        E entity = constructor.get();
        if (value != null) {
            setters.get(column).accept(entity, value);
        }
        return entity;
    }
}
