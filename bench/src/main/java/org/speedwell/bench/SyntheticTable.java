package org.speedwell.bench;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.field.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.store.EntityFactory;
import org.speedwell.accelerator.store.GeneratedReader;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.schema.Progress;

/**
 * A table that functions of the row fill without a database. It reaches sizes for which a load would take hours. Add
 * the columns in the order of the table.
 */
public final class SyntheticTable<E> {
    private static final int PROGRESS_STEP = 1 << 16;

    /** The number of digits of Sakila's amounts. */
    private static final int PRECISION = 5;

    private static final int SCALE = 2;

    private final TableIdentifier<E> identifier;
    private final Class<E> entity;
    private final Supplier<E> constructor;
    private final List<Source<E>> sources = new ArrayList<>();
    private boolean generated = true;
    private int[] primaryKey = {0}; // the first column, as in all tables of Sakila

    /** A column and its values by row; null values for a column that is NULL in every row. */
    private record Source<E>(
            Field<E> field,
            MySqlType type,
            Class<?> valueClass,
            @Nullable IntFunction<?> values) {}

    public SyntheticTable(TableIdentifier<E> identifier, Class<E> entity, Supplier<E> constructor) {
        this.identifier = identifier;
        this.entity = entity;
        this.constructor = constructor;
    }

    /** Makes the table create entities by their setters, as if no reader was generated for them. */
    public SyntheticTable<E> withoutReader() {
        generated = false;
        return this;
    }

    /** Sets the places of the primary-key columns. The default is the first column. */
    public SyntheticTable<E> primaryKey(int... places) {
        primaryKey = places.clone();
        return this;
    }

    /** Adds a column. */
    public <V> SyntheticTable<E> column(Field<E> field, MySqlType type, Class<V> valueClass, IntFunction<V> values) {
        sources.add(new Source<>(field, type, valueClass, values));
        return this;
    }

    /** Adds a column that is NULL in every row. */
    public SyntheticTable<E> nulls(Field<E> field, MySqlType type, Class<?> valueClass) {
        sources.add(new Source<>(field, type, valueClass, null));
        return this;
    }

    /**
     * Builds the table with the given number of rows. It creates an index for each selected column whose type allows
     * one.
     */
    public TableStore<E> build(int rows, Predicate<Field<E>> indexed, Progress progress) {
        Lease lease = Lease.byRegion(MemoryBudget.UNLIMITED);
        EntityFactory<E> entities = new EntityFactory<>(
                constructor,
                sources.stream()
                        .<BiConsumer<E, Object>>map(source -> source.field.setter()::set)
                        .toList(),
                sources.stream().map(source -> source.field.getter()).toList(),
                generated
                        ? GeneratedReader.of(
                                entity,
                                sources.stream()
                                        .map(source -> SpeedmentIds.of(source.field.identifier()))
                                        .toList())
                        : null);
        TableStore.Builder<E> table =
                TableStore.builder(SpeedmentIds.of(identifier), entities, lease).primaryKey(primaryKey);
        try (Progress.Task task = progress.start(identifier.getTableId(), (long) rows * sources.size())) {
            for (Source<E> source : sources) {
                Column column = build(source, rows, lease, task);
                if (indexed.test(source.field)) {
                    table.indexedColumn(SpeedmentIds.of(source.field.identifier()), column);
                } else {
                    table.column(SpeedmentIds.of(source.field.identifier()), column);
                }
            }
        }
        return table.build();
    }

    /**
     * Returns the values of rows for a later version of the table.
     *
     * @param isChanged selects the columns that get the value of another row
     * @param other returns that other row
     * @param lease the owner of the new columns
     */
    public List<Column> values(int[] rows, Predicate<Field<E>> isChanged, IntUnaryOperator other, Lease lease) {
        List<Column> columns = new ArrayList<>();
        for (Source<E> source : sources) {
            IntFunction<?> values = source.values;
            try (ColumnBuilder builder = builder(source)) {
                for (int row : rows) {
                    int from = isChanged.test(source.field) ? other.applyAsInt(row) : row;
                    builder.append(values == null ? null : values.apply(from));
                }
                columns.add(builder.build(lease));
            }
        }
        return columns;
    }

    private static ColumnBuilder builder(Source<?> source) {
        return ColumnBuilder.of(source.type, PRECISION, SCALE, source.valueClass, source.valueClass, null);
    }

    private static Column build(Source<?> source, int rows, Lease lease, Progress.Task task) {
        try (ColumnBuilder builder = builder(source)) {
            IntFunction<?> values = source.values;
            for (int row = 0; row < rows; row++) {
                builder.append(values == null ? null : values.apply(row));
                if ((row + 1) % PROGRESS_STEP == 0) {
                    task.advance(PROGRESS_STEP);
                }
            }
            task.advance(rows % PROGRESS_STEP);
            return builder.build(lease);
        }
    }
}
