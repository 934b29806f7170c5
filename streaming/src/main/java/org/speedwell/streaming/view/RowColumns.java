package org.speedwell.streaming.view;

import com.speedment.runtime.config.identifier.ColumnIdentifier;
import com.speedment.runtime.config.identifier.TableIdentifier;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.ColumnBuilder;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.index.SortedIndexBuilder;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.store.EntityFactory;
import org.speedwell.accelerator.store.TableStore;

/** Turns rows into a store, in the order of their keys. Immutable. */
final class RowColumns<E> {
    private final TableIdentifier<E> identifier;
    private final List<ViewSchema.Column<E>> columns;
    private final List<ColumnIdentifier<E>> columnIdentifiers;
    private final EntityFactory<E> entities;
    private final Supplier<E> constructor;

    RowColumns(ViewSchema<E> schema) {
        this.identifier = schema.identifier();
        this.columns = schema.columns();
        this.columnIdentifiers =
                columns.stream().map(column -> column.field().identifier()).toList();
        this.constructor = schema.constructor();
        this.entities = new EntityFactory<>(
                schema.constructor(),
                columns.stream().map(column -> column.field().setter()).toList());
    }

    TableStore<E> store(List<E> rows) {
        List<E> inOrder = rows.stream().sorted(Comparator.comparing(this::key)).toList();
        Lease lease = new Lease();
        Column[] stored = new Column[columns.size()];
        @Nullable SortedIndex[] indexes = new SortedIndex[stored.length];
        for (int i = 0; i < stored.length; i++) {
            stored[i] = column(columns.get(i), inOrder, lease);
            indexes[i] = stored[i] instanceof KeyColumn keys && keys.codec().isOrdered()
                    ? SortedIndexBuilder.build(keys, lease)
                    : null;
        }
        return new TableStore<>(identifier, columnIdentifiers, inOrder.size(), stored, indexes, entities, false, lease);
    }

    /** Writes rows into a checkpoint, by their columns. */
    void save(List<E> rows, ObjectOutput out) throws IOException {
        out.writeInt(rows.size());
        for (E row : rows) {
            for (ViewSchema.Column<E> column : columns) {
                out.writeObject(column.field().getter().apply(row));
            }
        }
    }

    /** Rows that were saved. */
    List<E> restore(ObjectInput in) throws IOException, ClassNotFoundException {
        int count = in.readInt();
        List<E> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            E row = constructor.get();
            for (ViewSchema.Column<E> column : columns) {
                Object value = in.readObject();
                if (value != null) {
                    column.field().setter().set(row, value);
                }
            }
            rows.add(row);
        }
        return rows;
    }

    @SuppressWarnings("unchecked") // columns are of numbers or strings
    private Comparable<Object> key(E row) {
        Object key = columns.getFirst().field().getter().apply(row);
        if (key == null) {
            throw new IllegalArgumentException("A row of view " + identifier.getTableId() + " has no key: " + row);
        }
        return (Comparable<Object>) key;
    }

    private static <E> Column column(ViewSchema.Column<E> column, List<E> rows, Lease lease) {
        try (ColumnBuilder builder = ColumnBuilder.of(column.type(), 0, 0, column.values(), column.values(), null)) {
            rows.forEach(row -> builder.append(column.field().getter().apply(row)));
            return builder.build(lease);
        }
    }
}
