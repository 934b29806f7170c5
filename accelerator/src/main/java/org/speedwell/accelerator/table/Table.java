package org.speedwell.accelerator.table;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.EntityStream;

/**
 * A table of rows of the application, stored as columns in native memory with an index on each column. Its streams run
 * like those of a loaded table. {@link TableSchema#table} creates it. Immutable and thread-safe. Its memory is released
 * when no code can reach the table or a stream of it.
 *
 * {@snippet :
 * record Sale(long store, long amount) {
 *     static final TableSchema<Sale> SCHEMA = TableSchema.ofRecord(Sale.class);
 *     static final LongField<Sale, Long> STORE = SCHEMA.longField("store", Sale::store);
 *     static final LongField<Sale, Long> AMOUNT = SCHEMA.longField("amount", Sale::amount);
 * }
 *
 * Table<Sale> sales = Sale.SCHEMA.table(List.of(new Sale(1, 20), new Sale(2, 30)));
 * long sum = sales.stream().filter(Sale.STORE.equal(1L)).mapToLong(Sale.AMOUNT.asLong()).sum();
 * }
 *
 * @param <E> the type of the rows; the table does not keep them, and creates a new instance for each row that is read
 */
public final class Table<E> implements Rows<E> {
    private final RowColumns<E> columns;
    private final TableStore<E> store;

    Table(RowColumns<E> columns, List<E> rows) {
        this.columns = columns;
        this.store = columns.store(rows);
    }

    /**
     * Returns a table of other rows, to publish instead of this one. This table does not change. If the replaced tables
     * still hold more than 256 MB, or are many, the method requests a garbage collection, because their memory returns
     * only then.
     */
    public Table<E> replacedBy(List<E> rows) {
        Table<E> next = new Table<>(columns, rows);
        columns.collectReplaced(bytes() + next.bytes());
        return next;
    }

    @Override
    public Table<E> table() {
        return this;
    }

    /** Returns the columns and indexes, for joins. */
    public TableStore<E> store() {
        return store;
    }

    /**
     * Returns a stream of the rows in the order of their keys. Rows with equal keys have the order of the list from
     * which the table was created.
     */
    public Stream<E> stream() {
        return EntityStream.of(store, false);
    }

    /**
     * Returns the row of a key; if several rows have it, the first one of the list.
     *
     * @throws ClassCastException if the key is not of the class of the schema's first column
     */
    public Optional<E> get(Object key) {
        if (columns.hasWholeKeys()) {
            return get(columns.wholeKey(key));
        }
        SortedIndex index = index();
        KeyColumn column = index.column();
        if (index.valid() == 0 || !column.codec().canEqual(key)) {
            return Optional.empty();
        }
        long code = column.codec().floor(key);
        int row = index.firstRow(code);
        store.keepAlive();
        return row < 0 ? Optional.empty() : Optional.of(store.entity(row));
    }

    /**
     * Returns the row of a key that is a whole number; if several rows have it, the first one of the list.
     *
     * @throws ClassCastException if the schema's first column does not contain whole numbers
     */
    public Optional<E> get(long key) {
        if (!columns.hasWholeKeys()) {
            throw new ClassCastException("The key of the table is not a whole number. Call get with its value.");
        }
        int row = index().firstRow(key);
        E found = row < 0 ? null : columns.entity(store, row);
        store.keepAlive(); // keeps native memory alive until here
        return Optional.ofNullable(found);
    }

    private SortedIndex index() {
        SortedIndex index = store.index(0);
        if (index == null) {
            throw new IllegalStateException("The key of the table has no index.");
        }
        return index;
    }

    /** Returns the values of any row of this schema, in the order of the columns. All values are serializable. */
    public @Nullable Object[] values(E row) {
        return columns.values(row);
    }

    /** Returns a new row with such {@link #values}. */
    public E row(@Nullable Object[] values) {
        return columns.row(values);
    }

    /** Returns the number of columns. */
    public int columns() {
        return store.columns();
    }

    /** Returns the names of the columns. */
    public List<String> columnNames() {
        return IntStream.range(0, store.columns()).mapToObj(store::columnName).toList();
    }

    /** Returns the number of rows. */
    public int rows() {
        return store.rows();
    }

    /** Returns the native bytes of all columns and indexes. */
    public long bytes() {
        return store.bytes();
    }
}
