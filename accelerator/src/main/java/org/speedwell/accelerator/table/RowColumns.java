package org.speedwell.accelerator.table;

import com.speedment.runtime.field.method.Setter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.EntityFactory;
import org.speedwell.accelerator.store.TableStore;

/**
 * A converter of rows into stores. It sorts the rows by their keys, and counts the memory of all its stores together.
 * Thread-safe.
 */
final class RowColumns<E> {
    private static final long MAX_REPLACED = 256L << 20;

    private final TableId<E> identifier;
    private final List<TableSchema.Column<E>> columns;
    private final EntityFactory<E> entities;
    private final Supplier<E> constructor;

    /** A function that creates a row from its values; null if the rows have setters. */
    private final @Nullable Function<@Nullable Object[], E> maker;

    private final Cell<E>[] cells;
    private final MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
    private final long maxReplaced;

    RowColumns(TableSchema<E> schema) {
        this(schema, MAX_REPLACED);
    }

    /**
     * Creates a converter.
     *
     * @param maxReplaced the bytes of replaced stores from which the converter requests a garbage collection
     */
    RowColumns(TableSchema<E> schema, long maxReplaced) {
        this.maxReplaced = maxReplaced;
        this.identifier = SpeedmentIds.of(schema.identifier());
        this.columns = schema.columns();
        this.constructor = schema.constructor();
        this.maker = schema.maker();
        this.cells = cells(columns);
        this.entities = maker == null
                ? new EntityFactory<>(
                        this::blank,
                        columns.stream()
                                .<BiConsumer<E, Object>>map(
                                        column -> column.field().setter()::set)
                                .toList(),
                        schema.code())
                : new EntityFactory<>(maker, columns.size(), schema.code());
    }

    /**
     * Returns a row whose strings are null, even if its constructor sets them, because reading a stored null does not
     * call a setter.
     */
    private E blank() {
        E row = constructor.get();
        for (TableSchema.Column<E> column : columns) {
            if (column.values() == String.class) {
                setNull(column.field().setter(), row);
            }
        }
        return row;
    }

    @SuppressWarnings("NullAway") // a string may be null
    private static <E> void setNull(Setter<E> setter, E row) {
        setter.set(row, null);
    }

    TableStore<E> store(List<E> rows) {
        List<E> inOrder = inOrder(rows);
        Lease lease = new Lease(budget);
        TableStore.Builder<E> table = TableStore.builder(identifier, entities, lease);
        for (TableSchema.Column<E> column : columns) {
            table.indexedColumn(SpeedmentIds.of(column.field().identifier()), column(column, inOrder, lease));
        }
        return table.build();
    }

    /**
     * Requests a garbage collection if replaced stores hold too much memory. Call this method after a store has
     * replaced another one.
     *
     * @param inUse the native bytes of the stores in use
     */
    void collectReplaced(long inUse) {
        budget.collectRetired(inUse, maxReplaced);
    }

    /** Returns the native bytes of all stores that the garbage collector has not collected. */
    long bytes() {
        return budget.held();
    }

    /** Returns a row of a store as an entity, without boxing numbers. */
    E entity(TableStore<E> store, int row) {
        if (maker != null) {
            return made(maker, i -> store.column(i).get(row));
        }
        E entity = constructor.get();
        Cell<E>[] all = cells;
        for (int i = 0; i < all.length; i++) {
            all[i].read(store.column(i), row, entity);
        }
        return entity;
    }

    private E made(Function<@Nullable Object[], E> of, IntFunction<@Nullable Object> values) {
        @Nullable Object[] all = new Object[columns.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = values.apply(i);
        }
        return of.apply(all);
    }

    /** Returns whether the keys are whole numbers. */
    boolean hasWholeKeys() {
        return cells[0] instanceof Cell.LongCell || cells[0] instanceof Cell.IntCell;
    }

    /**
     * Returns a key as a number.
     *
     * @throws ClassCastException if the key is not of the class of the first column
     */
    long wholeKey(Object key) {
        return cells[0] instanceof Cell.LongCell ? (Long) key : (Integer) key;
    }

    private List<E> inOrder(List<E> rows) {
        return switch (cells[0]) {
            case Cell.LongCell<E> cell ->
                inOrder(rows, rows.stream().mapToLong(cell.getter()).toArray());
            case Cell.IntCell<E> cell ->
                inOrder(rows, rows.stream().mapToLong(cell.getter()::applyAsInt).toArray());
            case Cell.DoubleCell<?> _, Cell.StringCell<?> _ ->
                rows.stream().sorted(Comparator.comparing(this::key)).toList();
        };
    }

    /**
     * Sorts rows by keys that are numbers. If the range of the keys allows it, key and row number share one sorted
     * {@code long}.
     */
    private static <E> List<E> inOrder(List<E> rows, long[] keys) {
        long min = LongStream.of(keys).min().orElse(0);
        long max = LongStream.of(keys).max().orElse(0);
        if (max - min < 0 || max - min > Integer.MAX_VALUE) {
            return IntStream.range(0, keys.length)
                    .boxed()
                    .sorted(Comparator.comparingLong(i -> keys[i]))
                    .<E>map(rows::get)
                    .toList();
        }
        for (int i = 0; i < keys.length; i++) {
            keys[i] = keys[i] - min << Integer.SIZE | i;
        }
        Arrays.sort(keys);
        List<E> sorted = new ArrayList<>(keys.length);
        for (long key : keys) {
            sorted.add(rows.get((int) key));
        }
        return sorted;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static <E> Cell<E>[] cells(List<TableSchema.Column<E>> columns) {
        return columns.stream().map(TableSchema.Column::cell).toArray(Cell[]::new);
    }

    /** Returns the values of a row, in the order of the columns. */
    @Nullable
    Object[] values(E row) {
        @Nullable Object[] values = new Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = columns.get(i).field().getter().apply(row);
        }
        return values;
    }

    /** Returns a row with values in the order of the columns. */
    E row(@Nullable Object[] values) {
        if (maker != null) {
            return maker.apply(values);
        }
        E row = blank();
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            if (value != null) {
                columns.get(i).field().setter().set(row, value);
            }
        }
        return row;
    }

    @SuppressWarnings("unchecked") // columns contain numbers or strings
    private Comparable<Object> key(E row) {
        Object key = columns.getFirst().field().getter().apply(row);
        if (key == null) {
            throw new IllegalArgumentException("A row of table " + identifier.table() + " has no key: " + row);
        }
        return (Comparable<Object>) key;
    }

    private static <E> Column column(TableSchema.Column<E> column, List<E> rows, Lease lease) {
        try (ColumnBuilder builder = ColumnBuilder.of(column.type(), 0, 0, column.values(), column.values(), null)) {
            rows.forEach(row -> column.cell().append(row, builder));
            return builder.build(lease);
        }
    }
}
