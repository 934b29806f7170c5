package org.speedwell.accelerator.table;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.EntityStream;

/**
 * Rows as columns in native memory, with an index on each column: its streams run as those of a loaded table do. Made by
 * {@link TableSchema#table}. Immutable and thread-safe; its memory returns when neither it nor a stream of it can be
 * reached.
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
 * @param <E> rows, which the table does not keep: each row read is a new instance
 */
public final class Table<E> implements Rows<E> {
    private final RowColumns<E> columns;
    private final TableStore<E> store;

    Table(RowColumns<E> columns, List<E> rows) {
        this.columns = columns;
        this.store = columns.store(rows);
    }

    /**
     * A table of other rows, to be published in place of this one, which stays as it is. Where the tables that were
     * replaced so hold much memory that nobody can reach, the garbage collector is asked to return it.
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

    /** For joins: returns the columns and indexes. */
    public TableStore<E> store() {
        return store;
    }

    /** The rows, in the order of their keys; those of one key in the order in which they came. */
    public Stream<E> stream() {
        return EntityStream.of(store, false);
    }

    /**
     * The row of a key; if several have it, the first that came.
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
     * The row of a key that is a whole number; if several have it, the first that came.
     *
     * @throws ClassCastException if the schema's first column is not of whole numbers
     */
    public Optional<E> get(long key) {
        if (!columns.hasWholeKeys()) {
            throw new ClassCastException("The key of the table is not a whole number.");
        }
        int row = index().firstRow(key);
        E found = row < 0 ? null : columns.entity(store, row);
        store.keepAlive(); // raw memory was read
        return Optional.ofNullable(found);
    }

    private SortedIndex index() {
        SortedIndex index = store.index(0);
        if (index == null) {
            throw new IllegalStateException("The key of the table is not indexed.");
        }
        return index;
    }

    /** The values of any such row, as many as there are columns, in their order; all can be serialised. */
    public @Nullable Object[] values(E row) {
        return columns.values(row);
    }

    /** A new row of such {@link #values}. */
    public E row(@Nullable Object[] values) {
        return columns.row(values);
    }

    /** How many columns there are. */
    public int columns() {
        return store.columns();
    }

    /** How many rows there are. */
    public int rows() {
        return store.rows();
    }

    /** Native bytes of all columns and indexes. */
    public long bytes() {
        return store.bytes();
    }
}
